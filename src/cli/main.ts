export {};

declare const __VERSION__: string;

const argv = process.argv.slice(2);

/** A reader that went away (`hebb list | head`) is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exitCode = error.code === 'EPIPE' ? process.exitCode : 1;
});

async function start(): Promise<void> {
  const [{ run }, { processHost }] = await Promise.all([import('./run.ts'), import('./host.ts')]);
  const output = {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  process.exitCode = await run(argv, { host: processHost(), output, version: __VERSION__ });
}

/** Milliseconds after which a hook is let go with nothing: well below the least timeout that is installed. */
const quickLimitMs = 4_000;

/**
 * The call that hooks make at every prompt: without the parser of command lines, and never longer than its limit, whatever it waits for.
 * False when it is another command line after all.
 */
async function startQuick(): Promise<boolean> {
  const limit = setTimeout(() => process.exit(0), quickLimitMs);
  const [{ runQuick }, { processHost }] = await Promise.all([import('./quick.ts'), import('./host.ts')]);
  const text = await runQuick(argv, { host: processHost(), version: __VERSION__ });
  clearTimeout(limit);
  if (text === undefined) return false;
  process.stdout.write(text, () => process.exit(0));
  return true;
}

/** A question to memory, asked as plainly as agents ask it. False when the whole command line has to look at it. */
async function startRecall(): Promise<boolean> {
  const [{ runQuickRecall }, { processHost }] = await Promise.all([
    import('./quick-recall.ts'),
    import('./host.ts'),
  ]);
  const text = await runQuickRecall(argv, { host: processHost(), version: __VERSION__ });
  if (text === undefined) return false;
  process.stdout.write(text);
  return true;
}

// Asked alone, the version needs nothing else: not even the command table is loaded.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V'))
  process.stdout.write(`${__VERSION__}\n`);
else if (argv[0] === 'recall' && (await startRecall())) process.exitCode = 0;
else if (argv[0] !== 'inject' || !(await startQuick())) await start();
