/* coupled_contacts: a few contacts that share bodies, solved together. */
#include "coupled_contacts.h"

#include <math.h>
#include <string.h>

enum { MOST = HZ_COUPLED_CONTACTS_MOST };

/* knot:budget  There are at most LINE looks along a step. A contact that is solved alone counts as ALONE looks, and
 * PRODUCTS products of an elimination count as one look. Of each contact RESERVE looks are kept for giving way. */
enum { LINE = 8, ALONE = 4, PRODUCTS = 33, RESERVE = 4 };

/* Contacts that share something with one another, and of which none shares anything with others that touch. */
typedef struct block {
    hz_coupled_contacts *k;
    int n, at[MOST];
    double compliance[MOST][MOST];
    double z[MOST], r[MOST];         /* trial forces, and the ways they leave: r = way - C z */
    double force[MOST], slope[MOST]; /* the forces of the laws at r, and how these grow with r */
    double dz[MOST], dr[MOST];       /* a step of Newton's method, and what it does to the ways */
    double size[MOST];               /* of the numbers whose difference is r: its rounding is a part of this */
} block;

/* Takes what the contacts of the block share. There is no force yet, and no step. */
static void share(block *b)
{
    for (int a = 0; a < b->n; a++)
        b->z[a] = b->r[a] = b->dz[a] = b->dr[a] = 0;
    for (int a = 0; a < b->n; a++)
        for (int c = 0; c < b->n; c++)
            b->compliance[a][c] = b->k->compliance[b->at[a]][b->at[c]];
}

static int may_touch(const hz_coupled_contacts *k, int i, double way)
{
    return !k->law[i] || k->touch[i].eta0 > 0 || k->touch[i].eta1 > 0 || k->touch[i].eta0 + way > 0;
}

static hz_slope law_force(const hz_coupled_contacts *k, int i, double r)
{
    return k->law[i] ? hz_grid_contact_force(&k->touch[i], k->law[i], r)
                     : (hz_slope){ k->pull[i] + k->drag[i] * r, k->drag[i] };
}

/* Computes the ways anew. Returns whether they are those that were known, but for rounding. */
static int find_ways(block *b)
{
    int same = 1;
    for (int a = 0; a < b->n; a++) {
        double way = b->k->way[b->at[a]], r = way, size = fabs(way) + fabs(b->k->touch[b->at[a]].eta0);
        for (int c = 0; c < b->n; c++) {
            double part = b->compliance[a][c] * b->z[c];
            r -= part;
            size += fabs(part);
        }
        same &= fabs(b->r[a] - r) <= 2e-15 * size;
        b->r[a] = r;
        b->size[a] = size;
    }
    return same;
}

/* Looks at the laws where the part t of the step leads. Returns how the energy that is to be least grows there along
 * the step, and how that growth grows. */
static hz_slope look(block *b, double t)
{
    hz_slope growth = { 0, 0 };
    for (int a = 0; a < b->n; a++) {
        hz_slope f = law_force(b->k, b->at[a], b->r[a] + t * b->dr[a]);
        b->force[a] = f.value;
        b->slope[a] = f.slope;
        growth.value += (f.value - (b->z[a] + t * b->dz[a])) * b->dr[a];
        growth.slope += (f.slope * b->dr[a] - b->dz[a]) * b->dr[a];
    }
    b->k->looks += b->n;
    return growth;
}

/* knot:newton  Solves (I + F' C) dz = F - z by elimination of those contacts that answer. The matrix times F' is
 * symmetric and positive, so pivots on the diagonal suffice. Where stiff contacts lie in one another, the last bits of
 * the matrix decide nothing. */
static void newton_step(block *b)
{
    double m[MOST][MOST], v[MOST];
    int n = 0, done = 0, row[MOST];
    for (int a = 0; a < b->n; a++) {
        b->dz[a] = b->force[a] - b->z[a];
        if (b->slope[a] > 0)
            row[n++] = a;
    }
    for (int i = 0; i < n; i++) {
        double slope = b->slope[row[i]];
        v[i] = b->dz[row[i]];
        for (int c = 0; c < b->n; c++)
            if (!(b->slope[c] > 0))
                v[i] -= slope * b->compliance[row[i]][c] * b->dz[c];
        for (int c = 0; c < n; c++)
            m[i][c] = slope * b->compliance[row[i]][row[c]];
        m[i][i] += 1 + 1e-14 * m[i][i];
    }
    for (int c = 0; c < n; c++)
        for (int i = c + 1; i < n; i++) {
            double f = m[i][c] / m[c][c];
            if (f == 0) /* a contact shares with its neighbours only */
                continue;
            for (int j = c + 1; j < n; j++)
                m[i][j] -= f * m[c][j];
            v[i] -= f * v[c];
            done += n - c;
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int c = i + 1; c < n; c++)
            v[i] -= m[i][c] * v[c];
        v[i] /= m[i][i];
        b->dz[row[i]] = v[i];
    }
    for (int a = 0; a < b->n; a++) {
        b->dr[a] = 0;
        for (int c = 0; c < b->n; c++)
            b->dr[a] -= b->compliance[a][c] * b->dz[c];
    }
    b->k->looks += done / PRODUCTS;
}

/* knot:arrived  Whether the step changes no force by more than a hundred-millionth of it, brings no other contact to
 * touch, and comes out where the tangents lead. A difference that is only the rounding of a way does not count. */
static int arrived(const block *b)
{
    b->k->looks += b->n;
    for (int a = 0; a < b->n; a++) {
        int i = b->at[a];
        double dr = b->dr[a], tangent = b->force[a] + b->slope[a] * dr, z = b->z[a] + b->dz[a];
        if (fabs(tangent - z) > fmax(1e-12 * fabs(z), 1e-14 * b->size[a] * b->slope[a]))
            return 0;
        if (b->k->law[i] && -z * b->compliance[a][a] > 1e-14 * b->size[a])
            return 0;
        if (!b->k->law[i] || fabs(dr) <= 2e-15 * b->size[a])
            continue;
        if (b->force[a] > 0 ? fabs(dr) * b->slope[a] > 1e-8 * b->force[a] : law_force(b->k, i, b->r[a] + dr).value > 0)
            return 0;
    }
    return 1;
}

/* knot:line  Goes along the step to its end, or to about where the energy is least. That place is looked for from the
 * far end by Newton's method, because there contacts that the step brings to touch are known. The forces of the laws
 * at that place are known afterwards. Where the energy still falls at the end, all looks are there: one step in a
 * hundred, at most. A few looks are enough, so this does not search to the root as base/root does: the next step of
 * Newton's method does better than a root to rounding would. */
static void go(block *b)
{
    double low = 0, high = 1, t = 1, start = 0;
    for (int a = 0; a < b->n; a++)
        start += (b->force[a] - b->z[a]) * b->dr[a];
    hz_slope now = look(b, 1);
    for (int i = 0; i < LINE && fabs(now.value) > -0.5 * start; i++) {
        if (now.value < 0)
            low = t;
        else
            high = t;
        t -= now.value / now.slope;
        if (!(t > low && t < high))
            t = 0.5 * (low + high);
        now = look(b, t);
    }
    for (int a = 0; a < b->n; a++) {
        b->z[a] += t * b->dz[a];
        b->r[a] += t * b->dr[a];
    }
}

/* The most that one step of Newton's method may cost. */
static int costs(const block *b)
{
    return (LINE + 3) * b->n + b->n * b->n * b->n / (3 * PRODUCTS);
}

/* Finds forces with which all laws of the block hold. Returns whether it did before the budget was used up. */
static int solve(block *b, int budget)
{
    for (int known = 0;;) {
        if (b->k->looks + costs(b) > budget)
            return 0;
        if (!known) {
            find_ways(b);
            look(b, 0);
        }
        newton_step(b);
        int there = arrived(b);
        if (there && (!known || find_ways(b)))
            break;
        known = !there; /* else forces were so great on the way here that the ways have lost digits */
        if (known)
            go(b);
    }
    /* The last step is not looked at: what it changes of a stiff contact's place may be lost in rounding. */
    for (int a = 0; a < b->n; a++) {
        b->z[a] += b->dz[a];
        if (b->k->law[b->at[a]] && b->z[a] < 0)
            b->z[a] = 0;
    }
    return 1;
}

/* Finds what the contacts move by under the forces as they are. */
static void leave_ways(hz_coupled_contacts *k)
{
    for (int a = 0; a < k->taking; a++)
        k->moved[k->at[a]] = k->way[k->at[a]];
    for (int a = 0; a < k->taking; a++) {
        const double *row = k->compliance[k->at[a]], force = k->force[k->at[a]];
        if (force != 0)
            for (int b = 0; b < k->taking; b++)
                k->moved[k->at[b]] -= row[k->at[b]] * force;
    }
    k->looks += k->taking;
}

enum { APART, NEW, SOLVED };

/* The contacts that take part in a step, in the order of their numbers. */
typedef struct list {
    int n, at[MOST], gathered[MOST];
} list;

static void list_touching(list *l, const hz_coupled_contacts *k, const int *part)
{
    l->n = 0;
    for (int a = 0; a < k->taking; a++)
        if (part[k->at[a]] != APART) {
            l->gathered[l->n] = 0;
            l->at[l->n++] = k->at[a];
        }
}

/* Makes a block of a contact in the list and of those that share anything with one of the block. */
static void gather(block *b, int first, list *l)
{
    b->n = 1;
    b->at[0] = l->at[first];
    l->gathered[first] = 1;
    for (int a = 0; a < b->n; a++)
        for (int j = 0; j < l->n; j++)
            if (!l->gathered[j] && b->k->compliance[b->at[a]][l->at[j]] != 0) {
                l->gathered[j] = 1;
                b->at[b->n++] = l->at[j];
            }
    share(b);
}

/* Contacts that were solved in this step begin with their forces, others with those of the step before. Where there
 * was no force, and where nothing is shared, they begin with the force that each would have by itself. */
static void begin(block *b, const int *part)
{
    hz_coupled_contacts *k = b->k;
    for (int a = 0; a < b->n; a++) {
        int i = b->at[a];
        double way = k->moved[i], c = k->compliance[i][i], f = k->force[i];
        b->z[a] = fabs(f) < 1e200 ? f : 0; /* the step before may have left something that is not a number */
        if (part[i] == SOLVED || (b->n > 1 && b->z[a] != 0) || c == 0)
            continue;
        double r = k->law[i] ? hz_grid_contact_solve(&k->touch[i], k->law[i], c, way).way
                             : (way - c * k->pull[i]) / (1 + c * k->drag[i]);
        b->z[a] = (way - r) / c;
        k->looks += ALONE;
    }
}

/* knot:budget  In this sample one-sided contacts push with nothing, and give way by what they would be deeper; linear
 * ones are solved without them. The forces found so far are not applied: in a test of 48 contacts of 1e18 N/m they let
 * the contacts store up to 1e24 times the energy that was there, because none of it was paid for. */
static void give_way(hz_coupled_contacts *k)
{
    block linear;
    linear.k = k;
    linear.n = 0;
    for (int a = 0; a < k->taking; a++) {
        int i = k->at[a];
        k->force[i] = 0;
        if (!k->law[i])
            linear.at[linear.n++] = i;
    }
    share(&linear);
    find_ways(&linear);
    look(&linear, 0);
    newton_step(&linear);
    for (int a = 0; a < linear.n; a++)
        k->force[linear.at[a]] = linear.dz[a];
    leave_ways(k);
    for (int a = 0; a < k->taking; a++) {
        int i = k->at[a];
        if (k->law[i])
            k->loss.shed += hz_grid_contact_yield(&k->touch[i], k->law[i], k->moved[i]);
    }
    k->looks += k->taking;
    k->gave_way = 1;
}

/* Finds the forces of those that touch. Contacts that others push into touching join them, and what they share with is
 * solved anew. Returns whether it did before the budget was used up. */
static int find_forces(hz_coupled_contacts *k, int *part, int budget)
{
    block b;
    b.k = k;
    for (int more = 1; more;) {
        list l;
        list_touching(&l, k, part);
        for (int i = 0; i < l.n; i++) {
            if (part[l.at[i]] != NEW || l.gathered[i])
                continue;
            gather(&b, i, &l);
            begin(&b, part);
            int solved = solve(&b, budget);
            for (int a = 0; a < b.n; a++) {
                k->force[b.at[a]] = b.z[a];
                part[b.at[a]] = SOLVED;
            }
            if (!solved)
                return 0;
        }
        more = 0;
        leave_ways(k);
        for (int a = 0; a < k->taking; a++)
            if (part[k->at[a]] == APART && may_touch(k, k->at[a], k->moved[k->at[a]]))
                part[k->at[a]] = more = NEW;
    }
    return 1;
}

/* The size of the numbers that make up where a contact comes to. */
static double size_of(const hz_coupled_contacts *k, int i)
{
    double size = fabs(k->touch[i].eta0) + fabs(k->way[i]);
    for (int a = 0; a < k->taking; a++)
        size += fabs(k->compliance[i][k->at[a]] * k->force[k->at[a]]);
    return size;
}

void hz_coupled_contacts_step(hz_coupled_contacts *k)
{
    int part[MOST], some = 0;
    k->loss = (hz_grid_loss){ 0, 0 };
    k->looks = k->gave_way = 0;
    for (int a = 0; a < k->taking; a++) {
        int i = k->at[a];
        part[i] = may_touch(k, i, k->way[i]) ? NEW : APART;
        some |= part[i];
        k->moved[i] = k->way[i];
        if (part[i] == APART)
            k->force[i] = 0;
    }
    if (some && !find_forces(k, part, (HZ_COUPLED_CONTACTS_LOOKS - RESERVE) * k->taking))
        give_way(k);
    k->spent += k->looks;
    for (int a = 0; a < k->taking; a++) {
        int i = k->at[a];
        if (!k->law[i] || k->gave_way)
            continue;
        if (part[i] == APART && hz_grid_contact_pass(&k->touch[i], k->moved[i]))
            continue;
        hz_grid_push push = { k->force[i], k->moved[i] };
        hz_grid_loss loss = hz_grid_contact_take(&k->touch[i], k->law[i], &push, size_of(k, i));
        k->loss.lost += loss.lost;
        k->loss.shed += loss.shed;
    }
}

/* ---- who takes part ---- */

void hz_coupled_contacts_list(hz_coupled_contacts *k)
{
    k->taking = 0;
    for (int i = 0; i < k->n; i++)
        if (k->in[i])
            k->at[k->taking++] = i;
}

void hz_coupled_contacts_group(hz_coupled_contacts *k)
{
    for (int i = 0; i < k->n; i++) {
        k->group[i] = i;
        for (int j = 0; j < i; j++) {
            int mine = k->group[i], other = k->group[j];
            for (int a = 0; a <= i && k->compliance[i][j] != 0 && mine != other; a++)
                k->group[a] = k->group[a] == mine ? other : k->group[a];
        }
    }
    hz_coupled_contacts_list(k);
}
