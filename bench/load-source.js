import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { yamlForEsbuild } from '../rule-data.js';

/** The checkout, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Everything that these modules of src/ export, compiled as the build does it. Paths from the root of the checkout. */
export async function loadSource(paths) {
  const folder = mkdtempSync(join(tmpdir(), 'hebb-source-'));
  const outfile = join(folder, 'source.mjs');
  try {
    await build({
      stdin: {
        contents: paths.map((path) => `export * from './${path}';`).join('\n'),
        resolveDir: root,
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      plugins: [yamlForEsbuild],
      logLevel: 'error',
    });
    return await import(outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
