/* Calls of the public header that belong to no single room: see fenmill.h. */
#ifndef FM_CONVERT_PUBLIC_H
#define FM_CONVERT_PUBLIC_H
#include "base/base.h"

#endif
