libfenmill_core_la_SOURCES += %D%/game_filter.c %D%/game_filter.h %D%/position_filter_tmpl.h %D%/selection.h %D%/tagrule.h
