/** A reader that went away (`hebb list | head`) is no error. */
export function letReadersGo(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exitCode = error.code === 'EPIPE' ? process.exitCode : 1;
  });
}
