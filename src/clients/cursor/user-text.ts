import { injectedTag } from '../../domain/own-agent.ts';
import { withoutTag } from '../without-tag.ts';

/** Openings of user rows that Cursor wrote in the user's name. */
const injectedOpenings = [
  '<system_notification>',
  '<system_reminder>',
  '<system-reminder>',
  '<user_info>',
  '<rules>',
  '<git_status>',
  '<agent_transcripts>',
  '<open_and_recently_viewed_files>',
  '<attached_files>',
];

/** What the person typed in a text of a user row, or undefined when nothing of it is theirs. Newer versions put it between `user_query` tags, with their own context around; older ones wrote it bare. */
export function parseCursorUserText(text: string): string | undefined {
  const asked = /<user_query>([\s\S]*?)(?:<\/user_query>|$)/.exec(text)?.[1];
  const typed = withoutTag(withoutTag(asked ?? text, 'timestamp'), injectedTag).trim();
  if (typed === '' || /^\/[a-z][\w:-]{0,60}(?:\s|$)/i.test(typed)) return undefined;
  return injectedOpenings.some((opening) => typed.startsWith(opening)) ? undefined : typed;
}

/** The minute that a user row tells of itself: `<timestamp>Thursday, Aug 27, 2026, 11:59 PM (UTC+5:30)</timestamp>`. */
export function timeInText(text: string): string | undefined {
  const found =
    /<timestamp>(?:[A-Za-z]{3,9}, )?([A-Za-z]{3,9} \d{1,2}, \d{4}), (\d{1,2}:\d{2}) ?([AP]M) \(UTC(?:([+-])(\d{1,2})(?::(\d{2}))?)?\)/.exec(
      text,
    );
  if (!found) return undefined;
  const [, day = '', time = '', half = '', sign = '+', hours = '0', minutes = '00'] = found;
  const ms = Date.parse(`${day} ${time} ${half} GMT${sign}${hours.padStart(2, '0')}${minutes}`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
