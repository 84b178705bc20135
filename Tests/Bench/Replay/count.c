/* count RECORDING: a minimal reader of a recording, for comparison. Counts events and reports. */
#include <stdio.h>

int main(int argc, char **argv)
{
	char line[256];
	long events = 0, reports = 0, s, us;
	unsigned type, code;
	int value;
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;

	if (!file)
		return 66;
	while (fgets(line, sizeof line, file))
		if (sscanf(line, "E: %ld.%ld %x %x %d", &s, &us, &type, &code, &value) == 5) {
			events++;
			reports += type == 0 && code == 0;
		}
	printf("%ld events, %ld reports\n", events, reports);
	return 0;
}
