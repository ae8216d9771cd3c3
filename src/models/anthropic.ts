import { type Dict, dictAt, dictsAt, numberAt, stringAt } from '../domain/json.ts';
import type { Dialect } from './http-model.ts';
import { lastingFailure, type ModelReply, type TokenUsage } from './language.ts';

const ended = new Set(['end_turn', 'stop_sequence']);

function usageOf(value: Dict): { usage?: TokenUsage } {
  const counts = dictAt(value, 'usage') ?? {};
  const [input, output] = [numberAt(counts, 'input_tokens'), numberAt(counts, 'output_tokens')];
  return input === undefined || output === undefined ? {} : { usage: { input, output } };
}

function parse(value: Dict): ModelReply {
  const reason = stringAt(value, 'stop_reason') ?? 'unknown';
  const usage = usageOf(value);
  if (reason === 'refusal') return { kind: 'refusal', reason: 'the model declined', ...usage };
  if (!ended.has(reason)) return { ...lastingFailure('the answer was cut off before its end'), ...usage };
  const texts = dictsAt(value, 'content').map((block) => stringAt(block, 'text') ?? '');
  return { kind: 'text', text: texts.join(''), ...usage };
}

/** Anthropic's Messages API. */
export const anthropicDialect: Dialect = {
  path: '/v1/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key ? { 'x-api-key': key } : {}) }),
  body: ({ model, answerTokens }, prompt) => ({
    model,
    max_tokens: answerTokens,
    messages: [{ role: 'user', content: prompt }],
  }),
  parse,
};
