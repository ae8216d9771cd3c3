import type { Dict } from '../domain/json.ts';
import type { HttpModelSettings } from '../domain/model-settings.ts';
import type { LanguageModel, ModelHost, ModelReply } from './language.ts';
import { postJson } from './post-json.ts';

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

/** A model behind an HTTP service. Without the key that the config names nothing is sent. */
export const httpModel = (settings: HttpModelSettings, dialect: Dialect, host: ModelHost): LanguageModel => ({
  ask: async (prompt) => {
    const { path, headers } = dialect;
    const posted = await postJson(
      settings,
      { path, headers, body: dialect.body(settings, prompt), maxBytes },
      host,
    );
    return posted.kind === 'value' ? dialect.parse(posted.value) : posted;
  },
});
