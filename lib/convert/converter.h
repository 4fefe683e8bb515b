/* SPDX-License-Identifier: MIT */
/* What the reader asks of a converter beside the public interface. */
#ifndef FM_CONVERT_CONVERTER_H
#define FM_CONVERT_CONVERTER_H
#include "convert/item.h"

/** Let a converter with such an output deliver its blocks; before fm_converter_to(). It must outlive the
 * run. */
void fm_converter_deliver(struct fm_converter *converter, const struct fm_delivery *delivery);

#endif
