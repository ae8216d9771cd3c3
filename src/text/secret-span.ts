/** A stretch of text to mask: offsets (`to` is exclusive), the rule that found it and the label of the mask. */
export interface SecretSpan {
  readonly from: number;
  readonly to: number;
  readonly rule: string;
  readonly kind: string;
}

/** Spans in order of place, overlapping ones made one; the longest names the kind. */
export function mergeSpans(spans: readonly SecretSpan[]): SecretSpan[] {
  const sorted = [...spans].sort((a, b) => a.from - b.from || b.to - a.to);
  const merged: SecretSpan[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || span.from >= last.to) merged.push(span);
    else if (span.to > last.to) merged[merged.length - 1] = joinSpans(last, span);
  }
  return merged;
}

function joinSpans(a: SecretSpan, b: SecretSpan): SecretSpan {
  const named = b.to - b.from > a.to - a.from ? b : a;
  return { ...named, from: a.from, to: b.to };
}
