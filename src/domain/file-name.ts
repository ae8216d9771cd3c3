const file =
  /^[\w@./-]{0,80}\w\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kt|swift|php|exs?|css|scss|html|vue|svelte|ya?ml|toml|json|jsonc|md|sql|sh|lock|env|c|h|cpp|hpp|cs|proto|tf|gradle|xml|ini|cfg|conf)$/i;

/** Whether a word is the name of a file, with or without folders: it ends as source, settings or documents do. `Array.map` does not. */
export const isFileName = (word: string): boolean => file.test(word);
