# A program as models.command names one: reads a prompt on stdin, prints an answer. Its first argument says which.
fill() { head -c "$1" /dev/zero | tr '\0' x; }

case "$1" in
  allow | block)
    cat >/dev/null
    printf '{"answers": [{"label": "L1", "verdict": "%s", "reason": "as the script says"}]}\n' "$1"
    ;;
  echo) cat ;;
  told) printf '%s\n' "active $HEBB_ACTIVE" "claude ${CLAUDECODE-unset}" "argument $2" "folder $PWD" "bytes $(cat | wc -c)" ;;
  garbage) echo '~~ %% not an answer' ;;
  half-json) printf '{"answers": [{"label": "L1", "verdict": "allow", "rea' ;;
  refusal) echo "I'm sorry, but I can't help with that." ;;
  wrong-label) echo '{"answers": [{"label": "L99", "verdict": "allow", "reason": "fine"}]}' ;;
  long) fill 50000 ;;
  oversized) fill 1200000 ;;
  fails)
    printf 'not logged in\nrun login\n' >&2
    exit 3
    ;;
  deaf)
    exec 0<&-
    echo 'done'
    ;;
  # These write down who they are, so that a test can see that they are gone.
  hangs)
    echo $$ >"$2"
    exec sleep 60
    ;;
  stubborn)
    trap '' TERM
    echo $$ >"$2"
    exec sleep 60
    ;;
  leaves-a-child)
    echo $$ >"$2"
    sleep 2 &
    wait
    ;;
esac
