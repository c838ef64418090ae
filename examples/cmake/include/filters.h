// What the library offers. The pictures have kPixels pixels each.
#pragma once

enum { kPixels = 1 << 20, kLevels = 16 };

// Sharpens one picture and darkens another, in place.
void filter_pictures(float *portrait, float *map);

// How many pixels of a picture have which brightness.
struct Histogram {
    int count[kLevels];
};

// Counts the pixels of two pictures.
void count_pixels(const float *portrait, const float *map, Histogram *of_portrait, Histogram *of_map);

// The name of a picture, for messages.
const char *name_of(int picture);
