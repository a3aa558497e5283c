/* descriptors.c - see descriptors.h. */
#include "tui/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

bool ws_descriptors_free(int wanted) {
    if (wanted == 0)
        return true;
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool all = ws_descriptors_free(wanted - 1);
    close(fd);
    return all;
}
