import inlineHook from '../../templates/hooks/inline.sh';
import type { ClientName } from '../domain/event.ts';

/** First words of every installed hook command, the same in every version: by them hebb knows its own entries. */
export const hookMarker = ': hebb-capture;';

/** The command that a client runs at each event: it puts the payload into a file of its own below `spoolDir` and always ends with 0 and without output. POSIX sh; the folder may have any name. */
export function hookCommand(client: ClientName, spoolDir: string): string {
  const text = inlineHook.trim().replace('__CLIENT__', client);
  return text.replace('__SPOOL__', () => quoted(spoolDir));
}

/** A word that sh takes literally, whatever it contains. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
