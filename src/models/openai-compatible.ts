import { type Dict, dictAt, dictsAt, numberAt, stringAt } from '../domain/json.ts';
import type { Dialect } from './http-model.ts';
import { lastingFailure, type ModelReply, type TokenUsage } from './language.ts';
import { bearerOf } from './post-json.ts';

function usageOf(value: Dict): { usage?: TokenUsage } {
  const counts = dictAt(value, 'usage') ?? {};
  const [input, output] = [numberAt(counts, 'prompt_tokens'), numberAt(counts, 'completion_tokens')];
  return input === undefined || output === undefined ? {} : { usage: { input, output } };
}

function parse(value: Dict): ModelReply {
  const [choice = {}] = dictsAt(value, 'choices');
  const message = dictAt(choice, 'message') ?? {};
  const reason = stringAt(choice, 'finish_reason');
  const usage = usageOf(value);
  if (stringAt(message, 'refusal') || reason === 'content_filter')
    return { kind: 'refusal', reason: 'the model declined', ...usage };
  if (reason !== 'stop') return { ...lastingFailure('the answer was cut off before its end'), ...usage };
  return { kind: 'text', text: stringAt(message, 'content') ?? '', ...usage };
}

/** Chat completions as OpenAI and most local servers speak them. OpenAI itself renamed the limit of the answer. */
export const openaiDialect: Dialect = {
  path: '/chat/completions',
  headers: bearerOf,
  body: ({ baseUrl, model, answerTokens }, prompt) => ({
    model,
    [new URL(baseUrl).hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens']: answerTokens,
    messages: [{ role: 'user', content: prompt }],
  }),
  parse,
};
