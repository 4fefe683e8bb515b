/* The version, written here and nowhere else. */
#ifndef FENMILL_VERSION_H
#define FENMILL_VERSION_H
#define FM_VERSION_STRING "0.1.0"
#endif
