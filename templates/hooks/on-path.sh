__MARKER__ [ "${HEBB_ACTIVE-}" = 1 ] && exit 0; command -v hebb >/dev/null 2>&1 || exit 0; hebb __ARGS__; exit 0
