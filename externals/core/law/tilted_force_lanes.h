/* The equation of tilted_force, compiled for each width by core/base/simd.h: what leads the compression is added number
 * by number. */

/* Adds what another one says, multiplied by `times`. */
INLINE void EACH(led_add)(hz_led *to, const hz_led *of, double times, int numbers)
{
    for (int i = 0; i < numbers; i += LANES)
        LOOSE(to->of, i) += times * LOOSE(of->of, i);
}

/* What a change of mean and tilt does. */
INLINE void EACH(led_by)(hz_led *to, const hz_tilted_columns *c, double force, double tilt, int numbers)
{
    for (int i = 0; i < numbers; i += LANES)
        LOOSE(to->of, i) = LOOSE(c->by_force.of, i) * force + LOOSE(c->by_tilt.of, i) * tilt;
}

/* Where they lead. It is asked anew for each mean and tilt: a first guess may be so great that nothing would be left of
 * the digits if changes were added to it. */
INLINE void EACH(led_to)(hz_led *to, const hz_led *free, const hz_tilted_columns *c, double force, double tilt,
                         int numbers)
{
    for (int i = 0; i < numbers; i += LANES)
        LOOSE(to->of, i) = LOOSE(free->of, i) + (LOOSE(c->by_force.of, i) * force + LOOSE(c->by_tilt.of, i) * tilt);
}

/* Newton's method for the mean and the tilt that the law has at both ends and half way. Returns whether it came to an
 * end; then the law is known where its last step began. */
INLINE int EACH(collocate)(const hz_tilted_equation *s, tilted *x)
{
    hz_led from, to;
    EACH(led_to)(&to, &x->free, s->columns, x->force, x->tilt, NEWTON_NUMBERS);
    for (int i = 0; i < MOST_NEWTON; i++) {
        x->end = place_of(s->law, s->eta + to.run, to.v);
        x->half = place_of(s->law, s->eta + to.half, to.v_half);
        const place *end = &x->end, *half = &x->half;
        double miss_f = x->force - (x->starts + 4 * half->force + end->force) * (1.0 / 6);
        double miss_t = x->tilt - (end->force - x->starts);
        const hz_tilted_answer by = answer_by(end, half, s->columns);
        double ff = 1 - by.ff, ft = -by.ft, tf = -by.tf, tt = 1 - by.tt, one = 1 / (ff * tt - ft * tf);
        double df = (ft * miss_t - tt * miss_f) * one, dt = (tf * miss_f - ff * miss_t) * one;
        from = to;
        x->force += df;
        x->tilt += dt;
        EACH(led_to)(&to, &x->free, s->columns, x->force, x->tilt, NEWTON_NUMBERS);
        if (is_last(s, x, fabs(df) + fabs(dt), &from, &to))
            return 1;
    }
    return 0;
}

/* collide:tilt  Bends the force along the velocity until its work is what the contact stores and loses. `bent` is by
 * how much. */
INLINE balance EACH(balance_of)(const hz_tilted_equation *s, tilted *x, int curved)
{
    const int numbers = curved ? HZ_LED_NUMBERS : LINE_NUMBERS;
    const hz_led *at = &x->at;
    const double mean = at->run, lean = 12 * at->moment, arch = curved ? 0.5 * lean - mean : 0;
    hz_led by;
    EACH(led_by)(&by, s->columns, mean, lean, numbers);
    /* Bent by m, the force does the work w[0] + w[1] m + w[2] m^2. */
    double w[] = { x->force * at->run + x->tilt * at->moment,
                   x->force * by.run + x->tilt * by.moment + (mean * at->run + lean * at->moment),
                   mean * by.run + lean * by.moment };
    if (curved) {
        double bows = arch_of(x);
        w[0] += bows * at->arch + x->sway * at->sway + x->hump * at->hump;
        w[1] += bows * by.arch + x->sway * by.sway + x->hump * by.hump + arch * at->arch;
        w[2] += arch * by.arch;
    }
    balance b = { .bent = 0 };
    double small = HUGE_VAL;
    for (int i = 0;; i++) {
        double run = mean + b.bent * by.run, eta = s->eta + run, off_place = eta - x->end.eta;
        if (!(fabs(off_place) <= near_place * x->end.eta)) {
            x->end = place_of(s->law, eta, at->v);
            off_place = 0;
        }
        b.end = held_near(s->law, &x->end, off_place);
        double stored = stored_on(s, run, &b.end);
        if (i == 0)
            b.loss = loss_of(s, x, &b.end, stored, w[0], curved);
        double off = stored + b.loss - (w[0] + b.bent * (w[1] + b.bent * w[2]));
        double size = s->elastic + fabs(stored) + b.loss + fabs(x->force * run);
        b.missed = fabs(off) / size;
        if (fabs(off) <= balanced * size || i == MOST_ENERGY || (i > 2 && !(fabs(off) < 0.5 * small)))
            break;
        small = fabs(off);
        double slope = b.end.spring * by.run - (w[1] + 2 * b.bent * w[2]);
        double bends = 0.5 * x->end.spring_slope * by.run * by.run - w[2];
        double more = -off / slope, next = more * bends / slope;
        more *= 1 - next; /* Newton's step with the next order */
        if (!(fabs(more) < HUGE_VAL))
            break;
        b.bent += more;
        if (is_balanced(more * by.run / eta, next)) {
            b.end = held_near(s->law, &x->end, mean + b.bent * by.run - (x->end.eta - s->eta));
            b.missed = 0;
            break;
        }
    }
    x->force += b.bent * mean;
    x->tilt += b.bent * lean;
    EACH(led_add)(&x->at, &by, b.bent, numbers);
    return b;
}

/* The bodies leave faster than the contact can follow: what it held is lost. */
INLINE balance EACH(lost)(const hz_tilted_equation *s, const tilted *x)
{
    place end = place_of(s->law, s->eta + x->at.run, x->at.v);
    balance b = { .end = held_near(s->law, &end, 0) };
    b.loss = -stored_on(s, x->at.run, &b.end);
    return b;
}

/* The same for both forms of the force. */
INLINE void EACH(solve)(const hz_tilted_equation *s, double force, double tilt, int curved, hz_tilted_push *to)
{
    const int numbers = curved ? HZ_LED_NUMBERS : LINE_NUMBERS;
    double length = s->columns->length;
    tilted x;
    x.force = force;
    x.tilt = tilt;
    x.starts = hz_law_damped(s->law, s->spring, s->v);
    x.sway = x.hump = x.stray = 0;
    if (curved) {
        hz_tilted_reach r = { s->run, s->v_end, s->moment, s->arch, s->sway, s->hump };
        x.free = strides_to(&r, 1 / length, s->curve->samples);
        EACH(led_add)(&x.free, &s->curve->by_start, x.starts, numbers);
    } else {
        x.free = led_of(s->run, s->v_end, s->moment, s->v, length, 1 / length);
    }
    if (!EACH(collocate)(s, &x) || (curved && !(x.force > 0))) {
        *to = (hz_tilted_push){ .force = NAN };
        return;
    }
    EACH(led_to)(&x.at, &x.free, s->columns, x.force, x.tilt, numbers);
    if (curved) {
        see_quarters(s, &x);
        EACH(led_add)(&x.at, &s->curve->by_sway, x.sway, numbers);
        EACH(led_add)(&x.at, &s->curve->by_hump, x.hump, numbers);
    }
    follow_half(s, &x);
    balance b = x.force == 0 && x.tilt == 0 ? EACH(lost)(s, &x) : EACH(balance_of)(s, &x, curved);
    double mean = x.at.run, lean = 12 * x.at.moment;
    *to = (hz_tilted_push){ .force = x.force,
                            .tilt = x.tilt,
                            .arch = curved ? arch_of(&x) : 0,
                            .sway = x.sway,
                            .hump = x.hump,
                            .run = x.at.run,
                            .v = x.at.v,
                            .eta = s->eta + x.at.run,
                            .spring = b.end.spring,
                            .elastic = b.end.elastic,
                            .pushes = hz_law_damped(s->law, b.end.spring, x.at.v),
                            .loss = b.loss,
                            .v_half = x.at.v_half,
                            .pushes_half = x.half.force,
                            .missed = b.missed,
                            .stray = x.stray,
                            .bent = fabs(b.bent) * (fabs(mean) + 0.5 * fabs(lean)) /
                                    (fabs(x.force) + fabs(x.tilt) + s->spring + b.end.spring + 1e-300) };
}

TARGET void EACH(solve_tilted)(const hz_tilted_equation *s, double force, double tilt, hz_tilted_push *to)
{
    EACH(solve)(s, force, tilt, 0, to);
}

TARGET void EACH(solve_curved)(const hz_tilted_equation *s, double force, double tilt, hz_tilted_push *to)
{
    EACH(solve)(s, force, tilt, 1, to);
}
