import type { ModelLedger } from '../domain/model-ledger.ts';
import type { Block } from '../domain/report.ts';

/** What a model cost, as lines of a report; nothing without a model. */
export function ledgerBlocks(ledger: ModelLedger | undefined): Block[] {
  if (!ledger) return [];
  const { calls, inputTokens, outputTokens, usd, failures, refusals, unusable, capped } = ledger;
  const cost = usd === null ? 'no price is configured' : `about ${usd.toFixed(4)} US dollars`;
  const text = `${ledger.model}: ${calls} calls, about ${inputTokens} tokens in and ${outputTokens} out, ${cost}.`;
  const troubles = [
    ...(failures > 0 ? [`failed calls: ${failures}`] : []),
    ...(refusals > 0 ? [`refusals: ${refusals}`] : []),
    ...(unusable > 0 ? [`unusable answers: ${unusable}`] : []),
    ...(capped === null ? [] : [capped]),
  ];
  if (troubles.length === 0) return [{ kind: 'line', text }];
  return [
    { kind: 'line', text },
    { kind: 'line', text: `${troubles.join('; ')}.`, tone: 'warn' },
  ];
}
