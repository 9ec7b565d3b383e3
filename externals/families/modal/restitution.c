/* restitution: another way to set the damping of a striker, by the speed after an impact on a wall over that before
 * it. */
#include "striker.h"

#include <math.h>

#include "core/law/wall.h"
#include <stdio.h>

enum { PART_E, PART_V };

const hz_param hz_striker_restitution[2] = {
    [PART_E] = { "e", NULL, 1, 1e-9, 1, .doc = "Rebound speed divided by impact speed, on a wall." },
    [PART_V] = { "v", "m/s", 0, 0, 100, .doc = "Impact speed at which e holds. 0: that of the last impact." },
};

/* Returns the speed of impact to which it refers. */
static double reference_speed(const hz_striker *x)
{
    if (x->stated > 0)
        return x->stated;
    return x->speed > 0 ? x->speed : fmax(fabs(hz_striker_own_of(&x->o).velocity), 1e-3);
}

void hz_striker_derive(hz_object *o)
{
    double v = reference_speed((hz_striker *)o);
    hz_object_put(o, HZ_STRIKER_OWN, hz_object_row(o, HZ_STRIKER_OWN, "restitution"),
                  -hz_wall_vout(hz_striker_own_of(o).p.law.damping, v) / v);
    hz_object_put(o, HZ_STRIKER_OWN, hz_object_row(o, HZ_STRIKER_OWN, "noiseseed"), hz_object_seed(o));
}

int hz_striker_derived(const hz_object *o, int table, int row)
{
    return table == HZ_STRIKER_OWN &&
           (hz_object_is_row(o, table, row, "restitution") || hz_object_is_row(o, table, row, "noiseseed"));
}

void hz_striker_calm(void *part, const double *args)
{
    (void)args;
    hz_collide_calm(&((hz_striker *)part)->model);
}

void hz_striker_defaults(hz_object *o)
{
    hz_striker *x = (hz_striker *)o;
    x->stated = 0;
    hz_body_defaults(&x->body);
    hz_collide_grow(&x->model, hz_striker_room(x));
    if (x->hammer_table) {
        hz_body_defaults(&x->hammer);
        hz_striker_hammer_changed(x);
    }
}

void hz_striker_changed(hz_object *o, int table, int row)
{
    hz_striker *x = (hz_striker *)o;
    if (table == HZ_STRIKER_BODY)
        hz_body_changed(&x->body, row);
    if (table == HZ_STRIKER_BODY || hz_object_is_row(o, table, row, "crowd"))
        hz_collide_grow(&x->model, hz_striker_room(x));
    if (x->hammer_table && table == x->hammer_table) {
        hz_body_changed(&x->hammer, row);
        hz_striker_hammer_changed(x);
    }
    if (hz_object_is_row(o, table, row, "noiseseed"))
        hz_object_sow(o, (int)hz_object_number(o, table, row));
    if (!hz_object_is_row(o, table, row, "restitution"))
        return;
    x->stated = hz_object_count(o, table, row) > PART_V ? hz_object_element(o, table, row, PART_V) : 0;
    double e = hz_object_number(o, table, row), v = reference_speed(x), mu = hz_wall_damping(e, v);
    int damping = hz_object_row(o, table, "damping");
    double most = hz_striker_rows[damping].max;
    if (mu <= most) {
        hz_object_put(o, table, damping, mu);
        return;
    }
    char given[40], allowed[80], kept[40];
    snprintf(given, sizeof given, "%g", e);
    snprintf(allowed, sizeof allowed, "%.3g to 1 at %g m/s, where damping ends", -hz_wall_vout(most, v) / v, v);
    hz_striker_derive(o);
    snprintf(kept, sizeof kept, "%g", hz_object_number(o, table, row));
    hz_object_complain(o, table, "restitution", given, allowed, kept);
}
