import type { CommandInput } from '../commands/command.ts';
import { run as inject } from '../commands/inject.ts';
import type { Host } from '../domain/host.ts';
import { lateDoor } from './late-door.ts';
import { renderHuman } from './render.ts';

/** What `inject` was called with; undefined for anything but the plain call that hooks make. */
function injectCall(argv: readonly string[]): Pick<CommandInput, 'args' | 'options'> | undefined {
  const [name, moment = '', flag = '', client = ''] = argv;
  const isPlain = name === 'inject' && argv.length === 4 && flag === '--client';
  return isPlain && !moment.startsWith('-') ? { args: [moment], options: { client } } : undefined;
}

/**
 * What a client waits for at every prompt: it starts without the parser of command lines and without the store. The text for stdout, or
 * undefined when this is another command line.
 */
export async function runQuick(
  argv: readonly string[],
  { host, version }: { readonly host: Host; readonly version: string },
): Promise<string | undefined> {
  const call = injectCall(argv);
  if (call === undefined) return undefined;
  const versions = { hebb: version, node: process.versions.node };
  const report = await inject({
    ...call,
    host,
    door: lateDoor(host),
    versions,
    run: () => Promise.reject(new Error('inject runs no other command')),
  });
  return renderHuman(report, host.terminal);
}
