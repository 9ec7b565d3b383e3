/* Several Pds in one process, each in a thread of its own: they share nothing but what never changes. So each sounds
 * to the bit as one that is alone, and the thread sanitizer, which watches the library and this program, is silent.
 *
 *     tests/all instances
 *
 * Each instance holds every class, is sent the same messages, and goes through blocks as fast as it can. HZ_SEED says
 * which messages. */
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/patches/kinds.h"
#include "tests/storm/any_message.h"

/* These are libpd's and the library's. The header of libpd is only there when its source was fetched. */
typedef struct _pdinstance t_pdinstance;
int libpd_init(void);
int libpd_init_audio(int inlets, int outlets, int rate);
int libpd_process_float(int ticks, const float *in, float *out);
int libpd_start_message(int most);
void libpd_add_float(float x);
void libpd_add_symbol(const char *symbol);
int libpd_finish_message(const char *receiver, const char *selector);
void *libpd_openfile(const char *name, const char *folder);
void libpd_closefile(void *patch);
void libpd_set_printhook(void (*hook)(const char *text));
t_pdinstance *libpd_new_instance(void);
void libpd_set_instance(t_pdinstance *p);
void libpd_free_instance(t_pdinstance *p);
void hertz_setup(void);

enum { RATE = 48000, BLOCK = 64, BLOCKS = 120, EVERY = 3, OUTS = 2, CLASSES = 16, THREADS = 2, WORDS = 2000 };

static const kind *all;
static int n_all;
static uint64_t seed;
static char home[] = "/tmp/hz-instances-XXXXXX";

/* One Pd and what it sounded like. */
typedef struct player {
    t_pdinstance *pd;
    void *patch;
    char folder[64];
    float heard[BLOCKS][BLOCK * OUTS * CLASSES];
} player;

static player alone, beside[THREADS];

static void be_silent(const char *text)
{
    (void)text;
}

/* Writes the patch: every class, with its first two outlets, and a table for recordings. */
static void write_patch(const char *folder)
{
    char path[100];
    snprintf(path, sizeof path, "%s/two.pd", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "#N canvas 0 0 400 400 10;\n#X obj 0 0 dac~");
    for (int i = 0; i < n_all * OUTS; i++)
        fprintf(f, " %d", i + 1);
    fprintf(f, ";\n");
    for (int i = 0; i < n_all; i++) {
        fprintf(f, "#X obj 0 0 r hz-%d;\n#X obj 0 0 hertz/%s %s -seed 0;\n", i, all[i].name, i % 2 ? all[i].busy : "");
        fprintf(f, "#X connect %d 0 %d 0;\n", 2 * i + 1, 2 * i + 2);
        for (int o = 0; o < OUTS; o++)
            fprintf(f, "#X connect %d %d 0 %d;\n", 2 * i + 2, o, OUTS * i + o);
    }
    fclose(f);
}

/* Sends a text as Pd reads it: its first word is the selector. */
static void send(int to, const char *text)
{
    char receiver[20], words[ANY_MESSAGE], *rest = words;
    snprintf(receiver, sizeof receiver, "hz-%d", to);
    snprintf(words, sizeof words, "%s", text);
    const char *selector = strtok_r(words, " ", &rest), *word;
    libpd_start_message(WORDS);
    while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
        char *end;
        float x = strtof(word, &end);
        if (*end || end == word)
            libpd_add_symbol(word);
        else
            libpd_add_float(x);
    }
    libpd_finish_message(receiver, selector ? selector : "bang");
}

/* Opens the patch in the Pd of a player. */
static void begin(player *p)
{
    libpd_set_instance(p->pd);
    libpd_init_audio(0, n_all * OUTS, RATE);
    p->patch = libpd_openfile("two.pd", p->folder);
    libpd_start_message(1);
    libpd_add_float(1);
    libpd_finish_message("pd", "dsp");
}

/* Plays every class: an excitation each time, and between them any message. */
static void *play(void *given)
{
    player *p = given;
    dice d = { seed };
    char text[ANY_MESSAGE];
    begin(p);
    for (int b = 0; b < BLOCKS; b++) {
        if (b % EVERY == 0)
            for (int i = 0; i < n_all; i++) {
                any_message(&all[i].t, &d, text);
                if (strncmp(text, "record", 6)) /* when it ends depends on the disk */
                    send(i, text);
                send(i, b % 60 == 0 ? "reset" : b % 60 == 3 ? "gain 1" : all[i].excite);
            }
        libpd_process_float(1, NULL, p->heard[b]);
    }
    for (int i = 0; i < n_all; i++)
        send(i, "record 0.01 hz-recorded.wav");
    for (int b = 0; b < 20; b++) {
        float out[BLOCK * OUTS * CLASSES];
        libpd_process_float(1, NULL, out);
    }
    libpd_closefile(p->patch);
    return NULL;
}

/* Makes an instance with a folder of its own. */
static void make(player *p, const char *name)
{
    snprintf(p->folder, sizeof p->folder, "%s/%s", home, name);
    assert_int_equal(mkdir(p->folder, 0700), 0);
    write_patch(p->folder);
    p->pd = libpd_new_instance();
    assert_non_null(p->pd);
}

/* How many of the two sounds' samples differ in a bit, of one class. */
static int differing(const player *a, const player *b, int i)
{
    int n = 0;
    for (int k = 0; k < BLOCKS; k++)
        for (int s = 0; s < BLOCK * OUTS; s++) {
            int at = (s % BLOCK) * n_all * OUTS + OUTS * i + s / BLOCK;
            n += memcmp(&a->heard[k][at], &b->heard[k][at], sizeof(float)) != 0;
        }
    return n;
}

/* How many samples of a class are not silence. */
static int sounding(const player *a, int i)
{
    int n = 0;
    for (int k = 0; k < BLOCKS; k++)
        for (int s = 0; s < BLOCK; s++)
            n += a->heard[k][s * n_all * OUTS + OUTS * i] != 0 || a->heard[k][s * n_all * OUTS + OUTS * i + 1] != 0;
    return n;
}

TEST(two_sound_as_one)
{
    pthread_t thread[THREADS];
    print_message("# again: HZ_SEED=%llu\n", (unsigned long long)seed);
    make(&alone, "alone");
    play(&alone);
    for (int t = 0; t < THREADS; t++)
        make(&beside[t], t ? "second" : "first");
    for (int t = 0; t < THREADS; t++)
        assert_int_equal(pthread_create(&thread[t], NULL, play, &beside[t]), 0);
    for (int t = 0; t < THREADS; t++)
        assert_int_equal(pthread_join(thread[t], NULL), 0);
    for (int i = 0; i < n_all; i++) {
        print_message("# %s: %d samples sound\n", all[i].name, sounding(&alone, i));
        assert_that(sounding(&alone, i) > BLOCKS, "%s is silent", all[i].name);
        for (int t = 0; t < THREADS; t++)
            assert_that(differing(&alone, &beside[t], i) == 0, "%s: %d samples differ in thread %d", all[i].name,
                        differing(&alone, &beside[t], i), t);
    }
}

/* The thread sanitizer asks for this. Pd keeps the text of its last error in one place for all instances. */
__attribute__((visibility("default"))) const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void)
{
    return "race:pd_error\n";
}

int main(void)
{
    const char *given = getenv("HZ_SEED");
    seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    setenv("HZ_PDPATH", "build", 1); /* the tables come from the plain library in a plain Pd */
    all = kinds(&n_all);
    if (!mkdtemp(home) || n_all > CLASSES)
        return 1;
    libpd_set_printhook(be_silent);
    libpd_init();
    hertz_setup();
    int failed = tests_run();
    char clean[100];
    snprintf(clean, sizeof clean, "rm -rf %s", home);
    return system(clean) || failed;
}
