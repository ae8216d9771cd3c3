import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { hookCommand } from '../../src/clients/hook-command.ts';

/** Lets many writers send events through the real hook at once, and gives what lies in the spool. Each event is `{writer, event, pad}`. */
export async function writeEvents(spool: string, { writers, events, padding }: Record<string, number>) {
  const script = `pad=$(printf '%*s' ${padding} x); i=0
    while [ $i -lt ${events} ]; do
      printf '{"writer":%s,"event":%s,"pad":"%s"}' "$WRITER" "$i" "$pad" | sh -c "$HOOK"; i=$((i+1))
    done`;
  const runs = Array.from({ length: writers ?? 0 }, (_, writer) => runWriter(script, spool, writer));
  const outputs = await Promise.all(runs);
  const files = readdirSync(spool).map((name) => {
    const event: unknown = JSON.parse(readFileSync(`${spool}/${name}`, 'utf8'));
    return { name, event };
  });
  return { outputs, files };
}

function runWriter(script: string, spool: string, writer: number): Promise<string> {
  const env = {
    ...process.env,
    HEBB_ACTIVE: '',
    HOOK: hookCommand('claude-code', spool),
    WRITER: `${writer}`,
  };
  const child = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  return new Promise((resolve) => child.on('close', (code) => resolve(`${code}${output}`)));
}
