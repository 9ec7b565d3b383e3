/* wave: files of sound. */
#ifndef HZ_TEST_WAVE_H
#define HZ_TEST_WAVE_H

/* Writes one channel of 32-bit floats as WAV. */
void wave_write(const char *path, const float *x, int n, int rate);

/* A file of sound, its channels averaged; free x. */
typedef struct wave {
    double *x;
    int n, channels;
    double rate;
} wave;

/* Reads any file that sox reads. Returns 0 if there is none, or if it holds no sound. */
int wave_read(const char *path, wave *w);

#endif
