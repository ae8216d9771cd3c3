# A program as models.embeddingCommand names one: reads a line of JSON for each text, prints one for each. Its argument says which.
case "$1" in
  length) while IFS= read -r line; do printf '{"vector": [1, %s]}\n' "${#line}"; done ;;
  garbage) echo '~~ %%' ;;
  other) echo '{"embedding": [1, 2]}' ;;
  silent) cat >/dev/null ;;
  fails)
    echo 'no model here' >&2
    exit 3
    ;;
esac
