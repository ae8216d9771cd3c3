# >>> hebb: reads new commits in the background; hebb init --remove --git takes this away
( : hebb-git; [ "${HEBB_ACTIVE-}" = 1 ] && exit 0
  g=$(git rev-parse --git-dir) || exit 0
  [ -d "$g/rebase-merge" ] || [ -d "$g/rebase-apply" ] || [ -d "$g/sequencer" ] && exit 0
  n=__NODE__; s=__SCRIPT__; [ -x "$n" ] || n=$(command -v node) || exit 0; [ -f "$s" ] || exit 0
  HEBB_HOME=__HOME__; export HEBB_HOME
  nohup "$n" "$s" extract-git . >/dev/null 2>&1 </dev/null & )
# <<< hebb
