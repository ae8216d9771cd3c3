import { redact } from '../text/redact.ts';

const maxShown = 200;

/** Words of a program or a service, fit for a message: redacted, on one line, cut. */
export const showForeign = (text: string): string =>
  redact(text.slice(0, 4_000))
    .text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxShown);
