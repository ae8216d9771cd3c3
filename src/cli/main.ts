import { letReadersGo } from './let-readers-go.ts';

declare const __VERSION__: string;

const argv = process.argv.slice(2);

letReadersGo();

async function start(): Promise<void> {
  const [{ run }, { processHost }] = await Promise.all([import('./run.ts'), import('./host.ts')]);
  const output = {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  process.exitCode = await run(argv, { host: processHost(), output, version: __VERSION__ });
}

// Asked alone, the version needs nothing else: not even the command table is loaded.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V'))
  process.stdout.write(`${__VERSION__}\n`);
else await start();
