# SPDX-License-Identifier: MIT
# Completion of fenmill for fish, as 'fenmill help completions fish' prints it. The program is asked what a word may be.
function __fenmill_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l head (string match -r '^.*=' -- $word)
    for line in (fenmill help completions -- $words[2..-1] "$word" 2>/dev/null)
        if test "$line" = '*'
            __fish_complete_path "$word"
        else
            echo "$head$line"
        end
    end
end
complete -c fenmill -f -a '(__fenmill_complete)'
