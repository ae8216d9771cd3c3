// Rule data is written as YAML for people and compiled to JSON for the program, by the build and by the tests alike.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const toModule = (path) => `export default ${JSON.stringify(parse(readFileSync(path, 'utf8')))};`;

/** esbuild plugin: `import rules from './x.yaml'` becomes a plain object. */
export const yamlForEsbuild = {
  name: 'yaml',
  setup(build) {
    build.onLoad({ filter: /\.yaml$/ }, ({ path }) => ({ contents: toModule(path), loader: 'js' }));
  },
};

/** The same for vitest. Text templates are inlined as strings, as esbuild's text loader does. */
export const yamlForVitest = {
  name: 'yaml',
  enforce: 'pre',
  load(id) {
    const path = id.split('?')[0];
    if (path.endsWith('.yaml')) return toModule(path);
    if (/\.(html|md|plist|sh|txt)$/.test(path))
      return `export default ${JSON.stringify(readFileSync(path, 'utf8'))};`;
    return null;
  },
};
