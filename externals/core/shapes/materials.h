/* materials: what the bodies are made of.
 *
 * A new material is a new line of HZ_MATERIAL_TABLE, at its end: all menus of materials are made from it.
 *
 * Where the numbers come from. [FR] Fletcher and Rossing, The Physics of Musical Instruments; [CH] Cremer, Heckl and
 * Petersson, Structure-Borne Sound, the tables of moduli and loss factors; [WH] USDA Forest Products Laboratory, Wood
 * Handbook; [KL] Kaye and Laby, Tables of Physical and Chemical Constants; [A] Ashby, Materials Selection in Mechanical
 * Design, the charts of modulus, density and loss; [W] Woodhouse, euphonics.org, on strings.
 *
 * Losses are of sound bodies at small motion and audio frequency, where eta hardly changes with frequency; sources
 * give them as ranges, often a decade wide, and the values here were taken inside the range. */
#ifndef HZ_MATERIALS_H
#define HZ_MATERIALS_H

typedef struct hz_material {
    const char *name;
    double density; /* kg/m^3 */
    double young;   /* E, N/m^2 */
    double poisson; /* nu */
    double loss;    /* eta: the part of the bending energy lost in a cycle, over 2 pi */
} hz_material;

/* clang-format off */
/*        name       density young    poisson loss */
#define HZ_MATERIAL_TABLE(FIRST, NEXT) \
    /* Mild steel. [KL] density and moduli; [CH] eta 0.2e-4 to 6e-4. */ \
    FIRST(steel, 7850, 2.10e11, 0.29, 2e-4) \
    /* [KL]; [CH] eta near 1e-4 in bending. */ \
    NEXT(aluminium, 2700, 7.0e10, 0.345, 1e-4) \
    /* Of 70 % copper. [KL]; [CH] eta 2e-4 to 1e-3. */ \
    NEXT(brass, 8500, 1.01e11, 0.35, 4e-4) \
    /* Bell metal, a fifth of tin, for bells and gongs. [FR] on bells; [A] puts its loss under that of brass. */ \
    NEXT(bronze, 8700, 1.0e11, 0.34, 2e-4) \
    /* Soda lime. [KL]; [CH] eta 0.6e-3 to 2e-3. */ \
    NEXT(glass, 2500, 7.0e10, 0.22, 1e-3) \
    /* White oak along the grain, 12 % moisture. [WH] modulus, density, nu_LR; [CH] eta 0.7e-2 to 1e-2. */ \
    NEXT(oak, 700, 1.2e10, 0.37, 1e-2) \
    /* Sitka spruce along the grain, 12 % moisture. [WH]; [FR] on soundboards: Q of 100 to 150. */ \
    NEXT(spruce, 430, 1.1e10, 0.37, 8e-3) \
    /* Honduras rosewood, which marimba bars are made of. [FR] on mallet percussion; [WH]; Q of 200 to 300. */ \
    NEXT(rosewood, 1000, 2.0e10, 0.37, 4e-3) \
    /* Drawn monofilament. [KL] density; [W] modulus and loss of strings. */ \
    NEXT(nylon, 1140, 4.0e9, 0.39, 3e-2) \
    /* Natural, vulcanised. [KL]; [A] eta 0.05 to 1. */ \
    NEXT(rubber, 1100, 7e6, 0.49, 2e-1) \
    /* Hard, glazed. [KL]; [A] whitewares lose a little more than glass. */ \
    NEXT(porcelain, 2400, 7.0e10, 0.20, 1.5e-3) \
    /* Of a drum: polyester film, which took the place of calf and was made to match it. [FR] on kettledrums. */ \
    NEXT(skin, 1380, 3.5e9, 0.38, 2e-2)
/* clang-format on */

/* The names in a list, as menus want them. */
#define HZ_MATERIAL_NAME(name, ...) #name
#define HZ_MATERIAL_NEXT_NAME(name, ...) " " #name
#define HZ_MATERIAL_NAMES HZ_MATERIAL_TABLE(HZ_MATERIAL_NAME, HZ_MATERIAL_NEXT_NAME)

#define HZ_MATERIAL_ONE(...) +1
enum { HZ_MATERIALS = HZ_MATERIAL_TABLE(HZ_MATERIAL_ONE, HZ_MATERIAL_ONE) };

extern const hz_material hz_materials[HZ_MATERIALS];

#endif
