#include "clinux.h"
#include <sys/prctl.h>

static int count;
static char **values;

/* glibc calls constructors with the arguments of main(). */
__attribute__((constructor)) static void keep(int argc, char **argv)
{
	count = argc;
	values = argv;
}

void clinux_forbid_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int clinux_argument_count(void) { return count; }

const char *clinux_argument(int number) { return number >= 0 && number < count ? values[number] : NULL; }
