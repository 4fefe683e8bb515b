libfenmill_core_la_SOURCES +=
