import { type Dict, dictAt, isDict, stringAt } from '../domain/json.ts';
import { lastingFailure, type ModelFailure, type ModelHost, type ResponseLike } from './language.ts';
import { showForeign } from './show-foreign.ts';

/** A service that is asked over HTTP. */
export interface Service {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Name of the environment variable that holds the key. */
  readonly keyVariable?: string;
}

/** What is sent, and how much may come back. */
export interface Letter {
  /** Path behind the base URL. */
  readonly path: string;
  headers(key: string | undefined): Record<string, string>;
  readonly body: object;
  readonly maxBytes: number;
}

/** The JSON object of a response of status 200, or why there is none. */
export type Posted = { readonly kind: 'value'; readonly value: Dict } | ModelFailure;

/** How the key of most services is sent. */
export const bearerOf = (key: string | undefined): Record<string, string> =>
  key ? { authorization: `Bearer ${key}` } : {};

const transientStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** Posts JSON to a service. Without the key that the config names nothing is sent. Never throws. */
export async function postJson(service: Service, letter: Letter, host: ModelHost): Promise<Posted> {
  const { keyVariable } = service;
  const key = keyVariable === undefined ? undefined : host.vars[keyVariable]?.trim();
  if (keyVariable !== undefined && !key)
    return lastingFailure(`the environment variable ${keyVariable} is not set`);
  return post({ service, letter, host, key });
}

interface Line {
  readonly service: Service;
  readonly letter: Letter;
  readonly host: ModelHost;
  readonly key: string | undefined;
}

async function post({ service, letter, host, key }: Line): Promise<Posted> {
  const signal = AbortSignal.timeout(service.timeoutMs);
  try {
    const response = await host.fetch(`${service.baseUrl}${letter.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...letter.headers(key) },
      body: JSON.stringify(letter.body),
      signal,
      redirect: 'error',
    });
    const text = await readCapped(response, letter.maxBytes);
    if (text === undefined) return lastingFailure(`the service sent more than ${letter.maxBytes} bytes`);
    if (response.status !== 200) return statusFailure(response, text, key);
    const value = parseObject(text);
    return value
      ? { kind: 'value', value }
      : lastingFailure('the service answered with something that is not JSON');
  } catch (error) {
    if (signal.aborted)
      return lastingFailure(`the service gave no answer within ${service.timeoutMs / 1000} s`);
    return { kind: 'failure', reason: `the service cannot be reached: ${causeOf(error)}`, isTransient: true };
  }
}

async function readCapped({ body }: ResponseLike, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function statusFailure(
  { status, headers }: ResponseLike,
  text: string,
  key: string | undefined,
): ModelFailure {
  const said = messageOf(text);
  const shown = showForeign(key ? said.replaceAll(key, '[key]') : said);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'failure',
    reason: `the service answered ${status}${shown && `: ${shown}`}`,
    isTransient: transientStatuses.has(status),
    ...(seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}),
  };
}

/** The message in `{"error": {"message"}}` or `{"error": "…"}`, as services send it with an error status. */
function messageOf(text: string): string {
  const value = parseObject(text) ?? {};
  return stringAt(dictAt(value, 'error') ?? {}, 'message') ?? stringAt(value, 'error') ?? '';
}

function parseObject(text: string): Dict | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isDict(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// Only codes: the message of a rejected header would hold the key.
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : 'unknown';
}
