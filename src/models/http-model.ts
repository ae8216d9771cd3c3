import { type Dict, dictAt, isDict, stringAt } from '../domain/json.ts';
import type { HttpModelSettings } from '../domain/model-settings.ts';
import {
  type LanguageModel,
  lastingFailure,
  type ModelHost,
  type ModelReply,
  type ResponseLike,
} from './language.ts';
import { showForeign } from './show-foreign.ts';

/** What differs between services. */
export interface Dialect {
  /** Path behind the base URL. */
  readonly path: string;
  headers(key: string | undefined): Record<string, string>;
  body(settings: HttpModelSettings, prompt: string): object;
  /** Reads a response of status 200. */
  parse(value: Dict): ModelReply;
}

const maxBytes = 1_000_000;
const transientStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** A model behind an HTTP service. Without the key that the config names nothing is sent. */
export function httpModel(settings: HttpModelSettings, dialect: Dialect, host: ModelHost): LanguageModel {
  const { keyVariable } = settings;
  const key = keyVariable === undefined ? undefined : host.vars[keyVariable]?.trim();
  if (keyVariable !== undefined && !key)
    return { ask: async () => lastingFailure(`the environment variable ${keyVariable} is not set`) };
  return { ask: (prompt) => post({ settings, dialect, host, key }, prompt) };
}

interface Line {
  readonly settings: HttpModelSettings;
  readonly dialect: Dialect;
  readonly host: ModelHost;
  readonly key: string | undefined;
}

async function post({ settings, dialect, host, key }: Line, prompt: string): Promise<ModelReply> {
  const signal = AbortSignal.timeout(settings.timeoutMs);
  try {
    const response = await host.fetch(`${settings.baseUrl}${dialect.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...dialect.headers(key) },
      body: JSON.stringify(dialect.body(settings, prompt)),
      signal,
      redirect: 'error',
    });
    const text = await readCapped(response);
    if (text === undefined) return lastingFailure(`the service sent more than ${maxBytes} bytes`);
    if (response.status !== 200) return statusFailure(response, text, key);
    const value = parseObject(text);
    return value
      ? dialect.parse(value)
      : lastingFailure('the service answered with something that is not JSON');
  } catch (error) {
    if (signal.aborted)
      return lastingFailure(`the service gave no answer within ${settings.timeoutMs / 1000} s`);
    return { kind: 'failure', reason: `the service cannot be reached: ${causeOf(error)}`, isTransient: true };
  }
}

async function readCapped({ body }: ResponseLike): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function statusFailure({ status, headers }: ResponseLike, text: string, key: string | undefined): ModelReply {
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
