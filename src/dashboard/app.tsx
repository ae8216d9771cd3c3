import { Box, Text, useInput } from 'ink';
import { memo } from 'react';
import { keysOf } from './keys.ts';

/** One row of the screen, drawn anew only when it says something else. */
const Row = memo(function Row({ text }: { readonly text: string }) {
  return <Text wrap="truncate-end">{text === '' ? ' ' : text}</Text>;
});

/** What the program shows and hears. */
export interface AppProps {
  /** As `drawnOf` makes them. */
  readonly rows: readonly string[];
  /** Gets keys by the names that `press` knows, and `quit`. */
  readonly onKey: (key: string) => void;
}

/** The dashboard on the screen: rows and keys; what they mean is decided elsewhere. */
export function App({ rows, onKey }: AppProps) {
  useInput((input, key) => {
    for (const name of keysOf(input, key)) onKey(name);
  });
  return (
    <Box flexDirection="column">
      {rows.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <Row key={at} text={text} />
      ))}
    </Box>
  );
}
