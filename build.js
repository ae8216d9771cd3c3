// One bundled, code-split build: each command is a chunk of its own, loaded when it runs. The packages lie inside, with their licences.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { yamlForEsbuild } from './rule-data.js';

const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The folders of the packages that ended up in the bundle, from esbuild's own account of its inputs. */
function bundledPackages(inputs) {
  const folder = (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  return [...new Set(Object.keys(inputs).map(folder).filter(Boolean))].sort();
}

/** Texts of packages that name their licence and ship no copy of it. */
const unshipped = {
  'node_modules/yoga-layout': `MIT License

Copyright (c) Meta Platforms, Inc. and affiliates.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
};

/** The licence as the package ships it, whatever its spelling. */
function licenceText(folder) {
  if (Object.hasOwn(unshipped, folder)) return unshipped[folder];
  const name = readdirSync(folder).find((file) => /^licen[cs]e(?:-mit)?(?:\.(?:md|txt))?$/i.test(file));
  if (!name) throw new Error(`${folder} is bundled and ships no licence text: add one to build.js`);
  return readFileSync(join(folder, name), 'utf8').trim();
}

function notices(folders) {
  const part = (folder) => {
    const { name, version: v, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `## ${name} ${v} (${license})\n\n${licenceText(folder)}\n`;
  };
  return `# Packages bundled into hebb\n\n${folders.map(part).join('\n')}`;
}

/** How everything is built. */
const shared = {
  outdir: 'dist',
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  metafile: true,
  logLevel: 'warning',
  loader: { '.html': 'text', '.md': 'text', '.plist': 'text', '.sh': 'text', '.txt': 'text' },
  jsx: 'automatic',
  alias: {
    // Leaves out a JSON schema validator, a third of the MCP package, that is only for forms that a server sends.
    '@modelcontextprotocol/server/_shims': './src/mcp/server-shims.ts',
    // What its package names first asks for its parts in a way that no bundler sees.
    'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
  },
  define: { __VERSION__: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
};

/**
 * What starts at every prompt and turn of an agent, each in one file: loading a dozen small ones takes longer than the answer. What they import
 * when they need it lies in the other build, as an entry of its own.
 */
const quickStarts = Object.fromEntries(
  ['inject', 'recall', 'auto-consolidate'].map((name) => [`start-${name}`, `src/cli/start-${name}.ts`]),
);

/** Who imports what a block is made of: as soon as something is near a prompt it is needed, so it waits inside the file. */
const isSoonNeeded = /\/commands\/inject(?:-near|-choose|-known)?\.ts$/;

/** Imports that wait point at entries of the other build, which are gathered here by their names. */
const late = new Map();
const lateImports = {
  name: 'late-imports',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir, importer }) => {
      if (kind !== 'dynamic-import' || isSoonNeeded.test(importer)) return undefined;
      const file = resolve(resolveDir, path);
      const name = `late/${relative('src', file).replace(/[\\/]/g, '-').replace(/\.ts$/, '')}`;
      late.set(name, file);
      return { path: `./${name}.js`, external: true };
    });
  },
};

/** What Ink loads for those who develop Ink programs stays out: it asks for a package that is not there. */
const noInkDevtools = {
  name: 'no-ink-devtools',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ink[\\/]build[\\/]devtools\.js$/ }, () => ({ contents: '' }));
  },
};

/** What of a part of Node is written into a quick start: each name by itself, so that a part is loaded when one of its names is used. */
function lateExport(part, name, value) {
  const load = `require(${JSON.stringify(part)}).${name}`;
  const isPlainFunction = typeof value === 'function' && !/^[A-Z]/.test(name);
  return isPlainFunction
    ? `export const ${name} = (...values) => ${load}(...values);`
    : `export const ${name} = /* @__PURE__ */ (() => ${load})();`;
}

const lateParts = {
  name: 'late-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'late-part' } : { path, external: true },
    );
    onLoad({ filter: /.*/, namespace: 'late-part' }, ({ path }) => {
      const names = Object.entries(require(path)).filter(([name]) => /^[a-z]\w*$/i.test(name));
      return { contents: names.map(([name, value]) => lateExport(path, name, value)).join('\n') };
    });
  },
};

/** A table that few answers need lies beside a quick start, which would take longer to read with it inside. */
const lateData = {
  name: 'late-data',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]background\.yaml$/ }, ({ path }) => {
      lateTables.set('late/background.json', JSON.stringify(parse(readFileSync(path, 'utf8'))));
      const load = "require('./late/background.json')";
      return {
        contents: `Object.defineProperty(exports, '__esModule', { value: true }); Object.defineProperty(exports, 'default', { get: () => ${load} });`,
      };
    });
  },
};
const lateTables = new Map();

rmSync('dist', { recursive: true, force: true });
const quick = await build({
  ...shared,
  entryPoints: quickStarts,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { ...shared.define, 'import.meta.url': '__filename' },
  banner: {},
  external: ['./late/*'],
  plugins: [lateData, yamlForEsbuild, lateParts, lateImports],
});
const whole = await build({
  ...shared,
  entryPoints: { hebb: 'src/cli/main.ts', ...Object.fromEntries(late) },
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [yamlForEsbuild, noInkDevtools],
});
for (const [file, text] of lateTables) writeFileSync(join('dist', file), text);
const inputs = { ...quick.metafile.inputs, ...whole.metafile.inputs };
writeFileSync('dist/NOTICES.md', notices(bundledPackages(inputs)));
