// One bundled, code-split build: each command is a chunk of its own, loaded when it runs. The packages lie inside, with their licences.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { yamlForEsbuild } from './rule-data.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The folders of the packages that ended up in the bundle, from esbuild's own account of its inputs. */
function bundledPackages(inputs) {
  const folder = (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  return [...new Set(Object.keys(inputs).map(folder).filter(Boolean))].sort();
}

/** The licence as the package ships it, whatever its spelling. */
function licenceText(folder) {
  const name = readdirSync(folder).find((file) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(file));
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

rmSync('dist', { recursive: true, force: true });
const result = await build({
  entryPoints: { hebb: 'src/cli/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  metafile: true,
  logLevel: 'warning',
  chunkNames: 'chunks/[name]-[hash]',
  loader: { '.md': 'text', '.sh': 'text', '.txt': 'text' },
  plugins: [yamlForEsbuild],
  // Leaves out a JSON schema validator, a third of the MCP package, that is only for forms that a server sends.
  alias: { '@modelcontextprotocol/server/_shims': './src/mcp/server-shims.ts' },
  define: { __VERSION__: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
writeFileSync('dist/NOTICES.md', notices(bundledPackages(result.metafile.inputs)));
