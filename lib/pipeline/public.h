/* Calls of the public header that belong to no single room: see fenmill.h. */
#ifndef FM_PIPELINE_PUBLIC_H
#define FM_PIPELINE_PUBLIC_H
#include "base/base.h"

#endif
