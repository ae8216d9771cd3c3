/** Names under which several clients' tools do the same, in lower case without `_` and `-`; the values are the words that hebb knows them by. */
const names: Readonly<Record<string, string>> = {
  bash: 'Bash',
  shell: 'Bash',
  runshellcommand: 'Bash',
  runterminalcmd: 'Bash',
  runterminalcommand: 'Bash',
  edit: 'Edit',
  replace: 'Edit',
  editfile: 'Edit',
  strreplace: 'Edit',
  searchreplace: 'Edit',
  multiedit: 'MultiEdit',
  write: 'Write',
  writefile: 'Write',
  read: 'Read',
  readfile: 'Read',
  glob: 'Glob',
  grep: 'Grep',
  grepsearch: 'Grep',
  searchfilecontent: 'Grep',
  ls: 'LS',
  list: 'LS',
  listdir: 'LS',
  listdirectory: 'LS',
  task: 'Task',
  webfetch: 'WebFetch',
  websearch: 'WebSearch',
  googlewebsearch: 'WebSearch',
  todowrite: 'TodoWrite',
  writetodos: 'TodoWrite',
  applypatch: 'apply_patch',
};

/**
 * The name by which hebb knows a tool, so that the same work is the same step in every client: shells are `Bash`, edits
 * `Edit`, `Write` and `apply_patch`. Tools of hebb's own MCP server are `mcp__hebb__…`, whatever the client puts between
 * server and tool; all others stay as the client calls them.
 */
export function toolName(called: string): string {
  const own = /^(?:mcp_{1,2})?hebb_{1,2}(\w+)$/.exec(called)?.[1];
  return own === undefined
    ? (names[called.toLowerCase().replace(/[_-]/g, '')] ?? called)
    : `mcp__hebb__${own}`;
}
