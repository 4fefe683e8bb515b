/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "vectors.h"
/* Reading of tables for tests. */
#include <stdlib.h>
#include <string.h>
#include "tap.h"

const char *vectors_here(void)
{
    static char path[4096];
    const char *top = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/vectors", top ? top : ".");
    return path;
}

const char *vectors_whole(void)
{
    const char *folder = getenv("FENMILL_VECTORS");
    return folder && *folder ? folder : NULL;
}

bool vectors_long(void)
{
    const char *value = getenv("FENMILL_LONG");
    return value && *value && strcmp(value, "0") != 0;
}

static FILE *open_in(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        tap_note("cannot open %s", path);
    return file;
}

bool vector_open(struct vector_file *v, const char *folder, const char *name)
{
    *v = (struct vector_file){.file = open_in(folder, name)};
    return v->file != NULL;
}

bool vector_line(struct vector_file *v)
{
    const ssize_t n = getline(&v->line, &v->size, v->file);
    if (n < 0)
        return false;
    if (n > 0 && v->line[n - 1] == '\n')
        v->line[n - 1] = '\0';
    v->row++;
    v->fields = 1;
    v->field[0] = v->line;
    return true;
}

static void cut_fields(struct vector_file *v)
{
    char *p = v->line;
    v->fields = 0;
    while (p && v->fields < VECTOR_FIELDS_MAX) {
        v->field[v->fields++] = p;
        p = strchr(p, '\t');
        if (p)
            *p++ = '\0';
    }
    for (int i = v->fields; i < VECTOR_FIELDS_MAX; i++)
        v->field[i] = v->line + strlen(v->line);
}

bool vector_next(struct vector_file *v)
{
    do {
        if (!vector_line(v))
            return false;
    } while (v->line[0] == '#');
    cut_fields(v);
    return true;
}

void vector_close(struct vector_file *v)
{
    free(v->line);
    fclose(v->file);
}

char *vector_text(const char *folder, const char *name)
{
    FILE *file = open_in(folder, name);
    size_t n = 0, room = 1 << 16;
    char *text = file ? malloc(room) : NULL;
    while (text) {
        n += fread(text + n, 1, room - n - 1, file);
        if (n < room - 1)
            break;
        char *larger = realloc(text, room *= 2);
        if (!larger)
            free(text);
        text = larger;
    }
    if (text)
        text[n] = '\0';
    if (file)
        fclose(file);
    return text;
}
