// What filters.cu offers.
#pragma once

enum { kPixels = 1 << 16 };

// The sums over all pixels of two pictures.
struct Sums {
    double portrait;
    double map;
};

// Sharpens one picture and darkens another.
Sums filter_pictures();

// The name of a picture, for messages.
const char *name_of(int picture);
