/* spectrum: how strong a sound is where, and how high its fundamental. */
#ifndef HZ_TEST_SPECTRUM_H
#define HZ_TEST_SPECTRUM_H

typedef struct spectrum {
    double *power; /* of each bin */
    int n;
    double bin; /* Hz from one to the next */
} spectrum;

/* Of n samples under a window of von Hann's; free with spectrum_free. */
spectrum spectrum_of(const double *x, int n, double rate);
/* The same with zeros behind them up to `room` samples: as sharp, with bins as close as wanted. */
spectrum spectrum_padded(const double *x, int n, int room, double rate);
void spectrum_free(spectrum *s);

double spectrum_band(const spectrum *s, double low, double high); /* power between two frequencies */
double spectrum_centroid(const spectrum *s, double high);         /* mean frequency up to `high`, weighed by power */
/* The frequency of the strongest partial between two, by a parabola through the logarithms of three bins. */
double spectrum_peak(const spectrum *s, double low, double high);

#endif
