// Never linked: see scale.h.
#include "tiny/scale.h"
