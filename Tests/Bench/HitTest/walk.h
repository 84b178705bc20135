/* The same walk over the same nodes in C, for comparison. Laid out as RegionNode. */
#include <stdint.h>

struct node {
	double min_x, min_y, max_x, max_y;
	int32_t first, skip;
	uint32_t special;
};

static inline int32_t c_hit_test(const struct node *nodes, double x, double y)
{
	int32_t answer = -1, next = 0, end = -1;

	while (next != end) {
		const struct node *n = nodes + next;

		if (x >= n->min_x && x < n->max_x && y >= n->min_y && y < n->max_y) {
			answer = next;
			end = n->skip;
			next = n->first;
		} else {
			next = n->skip;
		}
	}
	return answer;
}

/* Tests all points; combines the results in one number that depends on their order. */
int64_t c_hit_tests(const struct node *nodes, const double *points, int64_t many);
