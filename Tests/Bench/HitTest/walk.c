#include "walk.h"

int64_t c_hit_tests(const struct node *nodes, const double *points, int64_t many)
{
	uint64_t sum = 0;

	for (int64_t i = 0; i < many; i++)
		sum = sum * 31 + c_hit_test(nodes, points[2 * i], points[2 * i + 1]);
	return sum;
}
