/* The times of frames in ns, collected and printed by lat and crowd. */
#ifndef TOOK_H
#define TOOK_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static inline int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline int compare_times(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static inline void sort_times(int64_t *took, size_t count) { qsort(took, count, sizeof *took, compare_times); }

#endif
