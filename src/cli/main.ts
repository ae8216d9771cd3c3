import { letReadersGo } from './let-readers-go.ts';

declare const __VERSION__: string;

const argv = process.argv.slice(2);

letReadersGo();

/** Ends the process once everything is printed, whatever still has a hold on it. */
const endNow = (): void =>
  void process.stdout.write('', () => process.stderr.write('', () => process.exit()));

async function start(): Promise<void> {
  const [{ run }, { processHost }] = await Promise.all([import('./run.ts'), import('./host.ts')]);
  const output = {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  const host = processHost();
  let livesOn = false;
  const stopSignal = (): AbortSignal => {
    livesOn = true;
    return host.stopSignal();
  };
  process.exitCode = await run(argv, { host: { ...host, stopSignal }, output, version: __VERSION__ });
  // Whoever watched files may leave a watcher that was made while it was being closed: nothing it sees matters any more.
  if (livesOn) endNow();
}

// Asked alone, the version needs nothing else: not even the command table is loaded.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V'))
  process.stdout.write(`${__VERSION__}\n`);
else await start();
