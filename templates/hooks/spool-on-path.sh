"${HEBB_HOME:-$HOME/.hebb}/spool"
