import type { CommandInput } from '../commands/command.ts';
import { run as recall } from '../commands/recall.ts';
import type { Host } from '../domain/host.ts';
import { lateDoor } from './late-door.ts';
import { renderHuman, renderJson } from './render.ts';

/** Flags of `recall` and the options that they set; those with a value take the next word. */
const switches: Readonly<Record<string, readonly [option: string, value: boolean]>> = {
  '--global': ['global', true],
  '--why': ['why', true],
  '--no-track': ['track', false],
  '--json': ['json', true],
};
const values: Readonly<Record<string, string>> = { '--limit': 'limit', '--project': 'project' };

/** What a plain call of `recall` asks; undefined when it holds anything that only the parser of command lines knows. */
export function readRecallCall(argv: readonly string[]): Pick<CommandInput, 'args' | 'options'> | undefined {
  const args: string[] = [];
  const options: Record<string, string | boolean> = { command: 'recall', track: true };
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? '';
    const [flag, value] = [switches[word], values[word]];
    if (flag) options[flag[0]] = flag[1];
    else if (value !== undefined) {
      const next = argv[++at];
      if (next === undefined || next.startsWith('-')) return undefined;
      options[value] = next;
    } else if (word.startsWith('-')) return undefined;
    else args.push(word);
  }
  return argv[0] === 'recall' && args.length > 0 ? { args, options } : undefined;
}

/**
 * `hebb recall` without the parser of command lines and without the store, which take longer to load than the answer. The text for
 * stdout; undefined when this is for the whole command line: another call, or one that fails and has to say so.
 */
export async function runQuickRecall(
  argv: readonly string[],
  { host, version }: { readonly host: Host; readonly version: string },
): Promise<string | undefined> {
  const call = readRecallCall(argv);
  if (call === undefined) return undefined;
  try {
    const report = await recall({
      ...call,
      host,
      door: lateDoor(host),
      versions: { hebb: version, node: process.versions.node },
      run: () => Promise.reject(new Error('recall runs no other command')),
    });
    return call.options.json === true ? renderJson(report, 'recall') : renderHuman(report, host.terminal);
  } catch {
    return undefined;
  }
}
