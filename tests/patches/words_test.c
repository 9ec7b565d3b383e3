/* A word that is typed wrong is one error, which begins with the name that was typed, says what is taken, and asks
 * about a name that is one letter off. */

#include "pdrun.h"

static const struct slip {
    const char *box, *message; /* NULL: the slip is in the box */
    const char *error;         /* It begins so ... */
    const char *guess;         /* ... and ends in asking for this name; "" asks nothing. */
} slips[] = {
    { "impact~ glas", NULL, "impact~: preset: got glas, allowed glass tumbler ", "glass" },
    { "impact~ -masss 1", NULL, "impact~: there is no flag '-masss'; ", "mass" },
    { "impact~ -voices 1000", NULL, "impact~: voices: got 1000, allowed whole numbers 1 to 64, kept 1", "" },
    { "impact~", "vary 2", "impact~: vary: got 2, allowed amount (0 to 1) [seed (", "" },
    { "modalcontact~ -b freq3 1", NULL, "modalcontact~: there is no flag '-b freq3'; ", "b freq" },
    { "impact~", "preset blel", "impact~: preset: got blel, allowed glass ", "bell" },
    { "impact~", "masss 1", "impact~: there is no message 'masss'; ", "mass" },
    { "impact~", "ass 1", "impact~: there is no message 'ass'; ", "mass" },
    { "impact~", "set frq 3", "impact~: there is no parameter 'frq'; ", "freq" },
    { "impact~", "strik 1", "impact~: there is no message 'strik'; ", "strike" },
    { "impact~", "racll a", "impact~: there is no message 'racll'; 'dump' lists the parameters", "" },
    { "impact~", "hammer sise 1", "impact~: there is no message 'hammer sise'; ", "hammer size" },
    { "impact~", "sise 1", "impact~: there is no message 'sise'; ", "size" },
    { "impact~", "material stel", "impact~: material: got stel, allowed steel ", "steel" },
    { "impact~", "fre 1", "impact~: there is no message 'fre'; ", "freq" },
    { "impact~", "fx 1", "impact~: there is no message 'fx'; 'dump' lists the parameters", "" },
    { "impact~", "mass 1e12", "impact~: mass: got 1e+12, allowed 1e-06 to 1000 kg, kept 0.01", "" },
    { "modalcontact~", "b raed x", "modalcontact~: there is no message 'b raed'; ", "b read" },
    { "bounce~ glas", NULL, "bounce~: preset: got glas, allowed ", "glass" },
    { "modalcontact~ cupps", NULL, "modalcontact~: preset: got cupps, allowed bounce ", "cups" },
    { "stringbarrier~ sitra", NULL, "stringbarrier~: preset: got sitra, allowed free ", "sitar" },
    { "trombamarina~ plan", NULL, "trombamarina~: preset: got plan, allowed ", "plain" },
    { "bells~ glas", NULL, "bells~: there is no message 'glas'; it takes bang, preset, church, bowl, glass, tubes, ",
      "glass" },
    { "bells~ 0.5", NULL, "bells~: arguments: got 0.5, allowed -name value..., with the names bang, preset, ", "" },
    { "bells~", "decya 1", "bells~: there is no message 'decya'; ", "decay" },
    { "bells~", "decay -7", "bells~: decay: got -7, allowed -1 to 10000 s or material, kept ", "" },
    { "chimes~", "glass", "chimes~: there is no message 'glass'; ", "preset glass" },
    { "chimes~", "kind glas", "chimes~: kind: got glas, allowed tubes glass bamboo gongs, nothing done", "glass" },
    { "knock~", "kind dor", "knock~: kind: got dor, allowed door box can bottle, nothing done", "door" },
    { "scatter~ -kind cois", NULL, "scatter~: kind: got cois, allowed coins keys glass ", "coins" },
    { "shaker~", "kind 3", "shaker~: kind: got 3, allowed maraca cabasa ", "" },
    { "steps~", "kind sonw", "steps~: kind: got sonw, allowed boards gravel snow, ", "snow" },
    { "rolling~ 0.5", NULL, "rolling~: arguments: got 0.5, allowed -name value..., with the names speed, ", "" },
    { "rolling~", "spead 1", "rolling~: there is no message 'spead'; it takes speed, roughness, ", "speed" },
    { "sitar~ -tun 3", NULL, "sitar~: there is no message 'tun'; it takes bang, tune, string, and what stringbarrier~ ",
      "tune" },
    { "fretted~", "decay -1", "fretted~: decay: got -1, allowed 0 to 10000 s, kept ", "" },
    { "tromba~ -bowspee 1", NULL, "tromba~: there is no message 'bowspee'; it takes harmonic, ", "bowspeed" },
    { "tromba~ 3 4", NULL, "tromba~: arguments: got 3 4, allowed ", "" },
    { "poly~ hertz/bells~ 4", "glas", "bells~: there is no message 'glas'; ", "glass" },
    { "poly~ hertz/snare~ 2", "voicee 1 bang", "snare~: there is no message 'voicee'; ", "voice" },
};
enum { SLIPS = sizeof slips / sizeof *slips };

TEST(a_wrong_word_names_what_was_typed)
{
    for (const struct slip *s = slips; s < slips + SLIPS; s++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/%s", s->box), reply = PD_LOADED;
        char asks[80] = "";
        if (s->message)
            reply = pd_at(p, 10, o, "%s", s->message);
        else
            pd_at(p, 10, o, "bang");
        pd_run(p);
        const char *error = pd_line(p, PD_ALL, "error: ", 0);
        assert_that(error && pd_line(p, reply, "error: ", 0) == error && pd_count(p, PD_ALL, "error") == 1,
                    "`%s` `%s` makes %d errors: %s", s->box, s->message ? s->message : "", pd_count(p, PD_ALL, "error"),
                    error);
        assert_that(!strncmp(error, s->error, strlen(s->error)), "%s\nand not\n%s", error, s->error);
        const char *question = strstr(error, "; did you mean ");
        if (*s->guess)
            snprintf(asks, sizeof asks, "; did you mean %s?", s->guess);
        assert_that(*s->guess ? question && !strcmp(question, asks) : !question, "%s\nasks not for %s", error,
                    s->guess);
        pd_close(p);
    }
}

/* What is right is no error: the first word, flags behind it, and the numbers that a clone gives its copies. */
TEST(right_words_are_silent)
{
    static const char *const boxes[] = { "hertz/bells~ glass -decay 3", "clone hertz/bells~ 3",
                                         "clone hertz/tromba~ 2",       "hertz/chimes~ -kind glass",
                                         "hertz/rolling~ -speed 0.5",   "hertz/poly~ hertz/bells~ 2 -decay 3" };
    pd_patch *p = pd_open();
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        pd_obj(p, "%s", boxes[i]);
    int o = pd_obj(p, "hertz/tromba~ -bowforce 0.7");
    pd_print(p, o, 1, "info");
    int told = pd_at(p, 10, o, "get bowforce");
    pd_run(p);
    double force;
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_int_equal(pd_numbers(pd_line(p, told, "info: bowforce ", 0), &force, 1), 1);
    assert_true(force == 0.7);
}

/* Two boxes with the same slip make two errors, and so do two messages. */
TEST(each_slip_is_told)
{
    pd_patch *p = pd_open();
    int o[] = { pd_obj(p, "hertz/sitar~ glas"), pd_obj(p, "hertz/sitar~ glas") };
    int once = pd_at(p, 10, o[0], "glas"), again = pd_at(p, 20, o[0], "glas");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_LOADED, "error: sitar~: "), 2);
    assert_int_equal(pd_count(p, once, "error: sitar~: "), 1);
    assert_int_equal(pd_count(p, again, "error: sitar~: "), 1);
}

/* A material whose decay does not follow is no error but a hint, once, however many objects the instrument has. */
TEST(a_hint_is_no_error)
{
    static const char *const boxes[] = { "impact~ -decay 1", "bells~", "rolling~", "crumple~", "rain~" };
    for (size_t i = 0; i < 2 * sizeof boxes / sizeof *boxes; i++) {
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/%s%s", boxes[i / 2], i % 2 && i > 1 ? " -material glass" : "");
        char begins[40];
        pd_at(p, 50, o, "material porcelain");
        pd_at(p, 150, o, "material rubber");
        pd_until(p, 250);
        pd_run(p);
        snprintf(begins, sizeof begins, "%.*s: material: ", (int)strcspn(boxes[i / 2], " "), boxes[i / 2]);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        assert_that(pd_count(p, PD_ALL, begins) == 1, "%s makes %d hints", boxes[i / 2], pd_count(p, PD_ALL, begins));
        pd_close(p);
    }
}

/* Presets of the laboratory had other names. Each still works, and a hint says once what it is called now. */
TEST(former_presets_work)
{
    static const char *const names[][3] = {
        { "impact~", "case1", "lab-case1" },
        { "impact~", "case2", "lab-case2" },
        { "bounce~", "case1", "lab-case1" },
        { "bounce~", "wall", "lab-wall" },
        { "stringbarrier~", "ideal", "lab-ideal" },
        { "stringbarrier~", "lab_ideal", "lab-ideal" },
        { "trombamarina~", "lab_willemsen", "lab-willemsen" },
    };
    enum { NAMES = sizeof names / sizeof *names };
    for (int i = 0; i < 2 * NAMES; i++) { /* as a message, and as a flag */
        pd_patch *p = pd_open();
        const char *const *n = names[i / 2];
        char hint[100];
        int o[2], dump[2], info = strcmp(n[0], "trombamarina~") ? 3 : 5;
        for (int k = 0; k < 2; k++) {
            o[k] = pd_obj(p, "hertz/%s %s", n[0], i % 2 ? n[1 + k] : "");
            pd_print(p, o[k], info, "o");
            if (i % 2 == 0)
                pd_at(p, 10 + k, o[k], "preset %s", n[1 + k]);
            dump[k] = pd_at(p, 20 + k, o[k], "dump");
        }
        pd_at(p, 30, o[0], "preset %s", n[1]);
        pd_until(p, 100);
        pd_run(p);
        snprintf(hint, sizeof hint, "%s: preset: %s is called %s now", n[0], n[1], n[2]);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        assert_that(pd_count(p, PD_ALL, hint) == 1, "%s: %d times", hint, pd_count(p, PD_ALL, hint));
        assert_true(pd_count(p, dump[0], "o: ") > 10);
        for (int k = 0; k <= pd_count(p, dump[0], "o: "); k++) {
            const char *was = pd_line(p, dump[0], "o: ", k), *is = pd_line(p, dump[1], "o: ", k);
            assert_true(was == is || !strcmp(was, is));
        }
        pd_close(p);
    }
}
