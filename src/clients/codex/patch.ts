/** Files that an `apply_patch` text touches, in its order, each once; relative to the session's folder as the patch says. */
export function filesOfPatch(patch: string): string[] {
  const files = new Set<string>();
  for (const line of patch.split('\n')) {
    const path = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,4096})$/.exec(line.trimEnd())?.[1];
    if (path) files.add(path);
  }
  return [...files];
}

/** Whether a command line is a patch sent through the shell, as models without the native tool do. */
export const isPatchCommand = (command: string): boolean =>
  /^\s{0,100}apply_?patch\b/.test(command) && command.includes('*** Begin Patch');

/** The patch itself in a text that may put a shell's here-document around it. */
export function patchIn(text: string): string {
  const begin = Math.max(text.indexOf('*** Begin Patch'), 0);
  const end = text.indexOf('*** End Patch', begin);
  return text.slice(begin, end < 0 ? undefined : end + '*** End Patch'.length);
}
