# SPDX-License-Identifier: MIT
"""Work that several threads do at one time."""
import threading


def run(work, *arguments, threads=4):
    """The exceptions of `work`, called in each thread; with arguments, a thread for each of these."""
    faults = []

    def guarded(*given):
        try:
            work(*given)
        except BaseException as error:  # a failed assertion, too
            faults.append(error)

    given = [(argument,) for argument in arguments] or [()] * threads
    started = [threading.Thread(target=guarded, args=one) for one in given]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    return faults
