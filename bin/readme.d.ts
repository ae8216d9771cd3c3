import type { Played } from './demo.js';

export function generatedParts(played: Played): Map<string, string>;
export function withParts(text: string, parts: ReadonlyMap<string, string>): string;
