import type { Block, Tone } from '../domain/report.ts';
import { dayOf } from '../domain/time.ts';
import { shortId } from './memory-blocks.ts';
import type { KnownError } from './reflect-errors.ts';
import { briefLine, item, lineOf, plural, times } from './reflect-section.ts';

const tones: Readonly<Record<KnownError['verdict'], Tone>> = {
  'came back': 'bad',
  open: 'warn',
  'not run since': 'warn',
  held: 'good',
};

/** An error with how often it was seen, and what became of its fix. */
export const errorItem = (error: KnownError): Block =>
  item(
    `${error.verdict}: ${lineOf(error.shape)}: ${briefLine(error.message, 140)}`,
    [
      `seen ${times(error.seen)}${error.seenEver > error.seen ? ` (${error.seenEver} ever)` : ''} in ${plural(error.sessions, 'session')}, last ${dayOf(error.lastAt)}`,
      ...fixTexts(error),
      ...(error.memoryId === null ? [] : [`remembered as ${shortId(error.memoryId)}`]),
    ],
    tones[error.verdict],
  );

function fixTexts({ verdict, fixedAt, fix, heldRuns, returns, returnedAt }: KnownError): string[] {
  const back =
    returns > 0 && returnedAt !== undefined
      ? [`came back after a fix ${times(returns)}, last ${dayOf(returnedAt)}`]
      : [];
  if (fixedAt === undefined) return [...back, 'has not worked since'];
  const how =
    fix.length > 0
      ? `, after: ${fix.map((one) => briefLine(one, 80)).join(', ')}`
      : ', nothing seen that fixed it';
  const after = heldRuns > 0 ? `it worked in ${plural(heldRuns, 'later run')}` : 'not run since';
  return [...back, `worked again ${dayOf(fixedAt)}${how}`, ...(verdict === 'not run since' ? [] : [after])];
}
