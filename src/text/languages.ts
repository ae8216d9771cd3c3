/** File name endings by language. Prose is text for people, where code patterns mean nothing. */
const ENDINGS: Readonly<Record<string, string>> = {
  typescript: 'ts mts cts',
  tsx: 'tsx',
  javascript: 'js mjs cjs',
  jsx: 'jsx',
  vue: 'vue',
  svelte: 'svelte',
  html: 'html htm astro',
  css: 'css scss sass less',
  python: 'py pyi',
  ruby: 'rb rake',
  go: 'go',
  rust: 'rs',
  java: 'java',
  kotlin: 'kt kts',
  scala: 'scala',
  swift: 'swift',
  csharp: 'cs',
  c: 'c h',
  cpp: 'cc cpp cxx hpp hh',
  php: 'php',
  elixir: 'ex exs',
  shell: 'sh bash zsh fish',
  sql: 'sql',
  prisma: 'prisma',
  graphql: 'graphql gql',
  lua: 'lua',
  dart: 'dart',
  haskell: 'hs',
  zig: 'zig',
  data: 'json jsonc json5 yaml yml toml ini xml csv tsv lock',
  prose: 'md mdx markdown txt rst adoc org tex',
};

const BY_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries(ENDINGS).flatMap(([language, endings]) =>
    endings.split(' ').map((ending) => [ending, language] as const),
  ),
);

const PROSE_NAMES = /^(?:readme|license|licence|changelog|contributing|authors|notice)$/i;

/** The language of a file by its name: `typescript`, `python`, ..., `prose` for text, `data` for JSON and the like; undefined when unknown. */
export function languageOf(path: string): string | undefined {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  if (PROSE_NAMES.test(name)) return 'prose';
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : BY_ENDING.get(name.slice(dot + 1).toLowerCase());
}
