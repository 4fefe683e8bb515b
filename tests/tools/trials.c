/* SPDX-License-Identifier: MIT */
/* Tries a command again and again with one fault, or one signal, at a time, and checks what is left:
 *
 *     trials faults|kills [-m] [-k STEP] [-r RANDOM] [-S STORE] [-n KIND] [-i INPUT] NAME FAULTS_SO COMMAND [ARGUMENT]...
 *
 * The current folder may hold "before": the files that are there when the command begins, in its
 * current folder. STEP tries only the first and every so manyth call of a kind; RANDOM is a number
 * of moments at which it is killed besides. STORE is a store of keys in that folder (anything whose
 * name begins so), compared with what a rerun writes. With -m only calls of memory fail, and what is whole
 * has the same messages, too. KIND of calls is not tried. Prints what failed, and the counts last; status 1
 * if something did. */
#define _GNU_SOURCE
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "faults.h"
#include "tree.h"
#include "trial.h"

#define KIND_NAME(name, error) #name,
static const char *const kind_names[FAULT_COUNT] = {FAULT_KINDS(KIND_NAME) "calls"};

enum { ARGUMENTS_MAX = 64, FAILED = 3, TRACES = 3, TRACE_LINES = 24 };

static struct {
    const char *name, *store, *untried, *input, *library;
    unsigned step, random;
    bool memory; /* only calls of memory fail */
    char *argv[ARGUMENTS_MAX], *forced[ARGUMENTS_MAX];
    struct fault_page *page;
    int page_fd;
    int status;                       /* of a run without faults */
    unsigned long count[FAULT_COUNT]; /* and its calls */
    long live;                        /* and the blocks it leaves */
    double elapsed;
    unsigned tried, wrong;
} the;

/* FAULTS for the next run; NULL = none, and without the library. */
static void set_fault(const char *fault)
{
    memset(the.page, 0, sizeof *the.page);
    if (!fault) {
        unsetenv("LD_PRELOAD");
        unsetenv("FAULTS");
        return;
    }
    setenv("LD_PRELOAD", the.library, 1);
    setenv("FAULTS", fault, 1);
}

static struct trial trial_in(const char *folder, char *const *argv)
{
    return (struct trial){.argv = argv,
                          .folder = folder,
                          .in = the.input,
                          .out = "out.got",
                          .err = "err.got",
                          .seconds = 30,
                          .keep = the.page_fd};
}

/* What went wrong is printed, a few times with the messages of the program; of a fault, with its caller. */
static void report(const char *fault, const char *wrong, bool trace)
{
    size_t n;
    printf("# %s: %s: %s\n", the.name, fault, wrong);
    if (++the.wrong > TRACES)
        return;
    if (trace) {
        setenv("FAULTS_TRACE", "1", 1);
        tree_copy("before", "traced");
        set_fault(fault);
        const struct trial trial = trial_in("traced", the.argv);
        (void)trial_run(&trial);
        unsetenv("FAULTS_TRACE");
    }
    char *text = trial_read("err.got", &n), *save = NULL;
    char *line = strtok_r(text, "\n", &save);
    for (int i = 0; line && i < TRACE_LINES; i++, line = strtok_r(NULL, "\n", &save))
        printf("#     %s\n", line);
    free(text);
}

/* Is what was written to standard output all of it, or the beginning of it? */
static const char *check_stdout(bool complete)
{
    size_t n, want_n;
    if (complete)
        return tree_same_file("out.got", "out.want") ? NULL : "other records on standard output";
    char *got = trial_read("out.got", &n), *want = trial_read("out.want", &want_n);
    const bool begins = n <= want_n && memcmp(got, want, n) == 0;
    free(got);
    free(want);
    return begins ? NULL : "standard output is no beginning of what it should be";
}

/* Is what a killed or failed run left good to go on from? A rerun gives everything; or it finds all
 * of it in the store, and then all of it must be in the outputs. */
static const char *check_rerun(bool complete)
{
    struct tree_rule rule = {"after", "after", the.store, true, false};
    static char given[64];
    tree_copy("work", "rerun");
    set_fault(NULL);
    const struct trial trial = trial_in("rerun", the.forced);
    const struct trial_result result = trial_run(&trial);
    if (result.status != the.status) {
        snprintf(given, sizeof given, "the rerun ends with status %d", result.status);
        return given;
    }
    if (!tree_empty("tmp"))
        return "left over in TMPDIR after the rerun";
    const char *wrong = tree_check("rerun", &rule);
    if (!wrong)
        return complete && the.store ? "the store does not hold what was written" : NULL;
    if (!the.store)
        return wrong;
    rule.before = rule.after = "again";
    if (tree_check("rerun", &rule))
        return "the rerun gives neither everything nor nothing";
    rule.before = rule.after = "after";
    return tree_check("work", &rule) ? "the store holds what was not written" : NULL;
}

static const char *check_status(const struct trial_result *result)
{
    static char given[64];
    if (result->status == TRIAL_HANGS)
        return "it hangs";
    if (result->status == the.status || result->status == FAILED)
        return NULL;
    snprintf(given, sizeof given, "status %d", result->status);
    return given;
}

static const char *check_fault(const struct trial_result *result, bool limited)
{
    const bool complete = result->status == the.status;
    const struct tree_rule rule = {"before", "after", the.store, complete, false};
    const char *wrong = check_status(result);
    if (!wrong)
        wrong = tree_check("work", &rule);
    if (!wrong)
        wrong = check_stdout(complete);
    if (!wrong && !tree_empty("tmp"))
        wrong = "left over in TMPDIR";
    if (!wrong && complete && the.memory && !tree_same_file("err.got", "err.want"))
        wrong = "other messages";
    if (!wrong && !complete && !limited && tree_same_file("err.got", "err.want"))
        wrong = "no message";
    if (!wrong && !limited && !the.page->returned)
        wrong = "main() did not return";
    if (!wrong && the.page->left > the.live)
        wrong = "memory is not freed";
    return !wrong && the.store ? check_rerun(complete) : wrong;
}

static void try_fault(const char *fault, long largest)
{
    tree_copy("before", "work");
    set_fault(fault);
    struct trial trial = trial_in("work", the.argv);
    trial.largest = largest;
    const struct trial_result result = trial_run(&trial);
    const char *wrong = check_fault(&result, largest > 0);
    the.tried++;
    if (wrong)
        report(fault, wrong, largest == 0);
    tree_remove("tmp");
    mkdir("tmp", 0777);
}

static bool is_tried(unsigned long n)
{
    return the.step == 1 || n <= 2 || n % the.step == 0;
}

static bool is_untried(int kind)
{
    return the.untried && strcmp(the.untried, kind_names[kind]) == 0;
}

static void try_faults(void)
{
    char fault[64];
    const int kinds = the.memory ? FAULT_memalign + 1 : FAULT_calls;
    for (int kind = 0; kind < kinds; kind++)
        for (unsigned long n = 1; n <= the.count[kind] && !is_untried(kind); n++)
            for (int on = 0; on < 2 && is_tried(n); on++) {
                snprintf(fault, sizeof fault, "%s:%lu:%s", kind_names[kind], n, on ? "on" : "once");
                try_fault(fault, 0);
            }
    if (the.memory)
        return;
    static const long sizes[] = {1, 100, 1000, 5000, 20000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        snprintf(fault, sizeof fault, "size:0:%ld", sizes[i]);
        try_fault(fault, sizes[i]);
    }
}

static const char *check_kill(const struct trial_result *result, int sent)
{
    const bool complete = result->status == the.status;
    const struct tree_rule rule = {"before", "after", the.store, complete, sent == SIGKILL};
    if (!complete && result->status != TRIAL_SIGNAL + sent) {
        static char text[64];
        snprintf(text, sizeof text, "status %d, not that of signal %d", result->status, sent);
        return text;
    }
    const char *wrong = tree_check("work", &rule);
    /* Who ends by such a signal has changed nothing: all files got their names, or none. */
    const struct tree_rule unchanged = {"before", "before", the.store, true, false};
    if (!wrong && sent != SIGKILL && !complete && tree_check("work", &unchanged))
        wrong = "some files have their names, and the status is that of the signal";
    if (!wrong && sent != SIGKILL && !tree_empty("tmp"))
        wrong = "left over in TMPDIR";
    return wrong ? wrong : check_rerun(complete);
}

static void try_kill(const char *fault, int sent, unsigned after)
{
    tree_copy("before", "work");
    set_fault(after > 0 ? NULL : fault); /* no call is to fail where the run is only late */
    struct trial trial = trial_in("work", the.argv);
    if (after > 0) {
        trial.signal = sent;
        trial.after = after;
    }
    const struct trial_result result = trial_run(&trial);
    const char *wrong = check_kill(&result, sent);
    the.tried++;
    if (wrong)
        report(fault, wrong, false);
    tree_remove("tmp");
    mkdir("tmp", 0777);
}

/* Before each call on files, and then at moments that are drawn. */
static void try_kills(void)
{
    static const int signals[] = {SIGKILL, SIGTERM, SIGINT};
    char fault[64];
    uint64_t drawn = 20260101;
    for (unsigned long n = 1; n <= the.count[FAULT_calls]; n++) {
        if (!is_tried(n) && the.count[FAULT_calls] - n > 40 / the.step)
            continue;
        const int sent = signals[n % 3];
        snprintf(fault, sizeof fault, "calls:%lu:%d", n, sent);
        try_kill(fault, sent, 0);
    }
    for (int kind = FAULT_fsync; kind <= FAULT_link; kind++)
        for (unsigned long n = 1; n <= the.count[kind] * 3; n++) {
            snprintf(fault, sizeof fault, "%s:%lu:%d", kind_names[kind], (n + 2) / 3,
                     signals[n % 3]);
            try_kill(fault, signals[n % 3], 0);
        }
    for (unsigned i = 0; i < the.random; i++) {
        drawn = drawn * 6364136223846793005U + 1442695040888963407U;
        const unsigned after =
            1 + (unsigned)((double)(drawn >> 40) / (1 << 24) * the.elapsed * 1e6);
        snprintf(fault, sizeof fault, "after:%u:us", after);
        try_kill(fault, signals[i % 3], after);
    }
}

/* How a run without faults ends, and one more that finds what it wrote. */
static void measure(void)
{
    struct trial trial = trial_in("after", the.argv);
    tree_copy("before", "after");
    set_fault(NULL);
    struct trial_result result = trial_run(&trial);
    the.status = result.status;
    the.elapsed = result.elapsed;
    tree_copy("before", "work");
    set_fault("none:0:once");
    trial.folder = "work";
    trial.out = "out.want";
    trial.err = "err.want";
    result = trial_run(&trial);
    if (result.status > 1 || result.status != the.status || !the.page->returned)
        trial_give_up("it fails without faults, or cannot be watched", the.name);
    for (int kind = 0; kind < FAULT_COUNT; kind++)
        the.count[kind] = the.page->count[kind];
    the.live = the.page->left;
    if (!the.store)
        return;
    tree_copy("after", "again");
    set_fault(NULL);
    trial = trial_in("again", the.forced);
    if (trial_run(&trial).status != the.status)
        trial_give_up("a second run fails", the.name);
}

static void share_page(void)
{
    char number[16], place[4096];
    the.page_fd = open("page", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (the.page_fd < 0 || ftruncate(the.page_fd, sizeof *the.page) != 0)
        trial_give_up("cannot make", "page");
    the.page = mmap(NULL, sizeof *the.page, PROT_READ | PROT_WRITE, MAP_SHARED, the.page_fd, 0);
    if (the.page == MAP_FAILED)
        trial_give_up("cannot map", "page");
    snprintf(number, sizeof number, "%d", the.page_fd);
    setenv("FAULTS_FD", number, 1);
    if (!getcwd(place, sizeof place - 4))
        trial_give_up("no current folder", "");
    setenv("TMPDIR", strcat(place, "/tmp"), 1);
    mkdir("tmp", 0777);
}

static void read_arguments(int argc, char **argv)
{
    the.step = 1;
    for (int c; (c = getopt(argc, argv, "+mk:r:S:n:i:")) != -1;)
        switch (c) {
        case 'm':
            the.memory = true;
            break;
        case 'k':
            the.step = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 'r':
            the.random = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 'S':
            the.store = optarg;
            break;
        case 'n':
            the.untried = optarg;
            break;
        case 'i':
            the.input = optarg;
            break;
        default:
            trial_give_up("unknown option", argv[optind - 1]);
        }
    if (argc - optind < 3 || argc - optind > ARGUMENTS_MAX)
        trial_give_up("usage", "trials faults|kills [OPTION]... NAME FAULTS_SO COMMAND...");
    the.name = argv[optind];
    the.library = argv[optind + 1];
    const int count = argc - optind - 2;
    for (int i = 0; i < count; i++)
        the.argv[i] = the.forced[i] = argv[optind + 2 + i];
    static char force[] = "--force";
    the.forced[count] = force;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 99;
    read_arguments(argc - 1, argv + 1);
    share_page();
    measure();
    if (strcmp(argv[1], "kills") == 0)
        try_kills();
    else
        try_faults();
    printf("# %s: %u tried, %u wrong\n", the.name, the.tried, the.wrong);
    return the.wrong > 0;
}
