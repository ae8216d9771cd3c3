import data from '../../templates/safety/model.txt';
import { BUCKETS, featuresOf } from './safety-features.ts';

interface Weights {
  readonly scale: number;
  readonly bias: number;
  readonly steps: Buffer;
}

/** The file that `bench/train-safety.js` writes: scale and bias, then two buckets a byte in base64. Throws on any other. */
function parseWeights(file: string): Weights {
  const [head = '', body = ''] = file.split('\n');
  const [scale = Number.NaN, bias = Number.NaN] = head.split(' ').map(Number);
  const steps = Buffer.from(body, 'base64');
  if (Number.isNaN(scale + bias) || steps.length !== BUCKETS / 2)
    throw new Error('model.txt: not the weights of the model');
  return { scale, bias, steps };
}

let weights: Weights | undefined;

/** Four bits a weight: a step of -7 to 7, squared with its sign, in forty-ninths of the largest weight. */
function weightOf(steps: Buffer, bucket: number): number {
  const byte = steps[bucket >> 1] ?? 0x88;
  const step = (bucket % 2 === 1 ? byte >> 4 : byte & 15) - 8;
  return (Math.abs(step) * step) / 49;
}

/** The log odds, as the linear model sees them, that a plain reading is an attack. Above 0 it looks more like one than not. */
export function scoreReading(reading: string): number {
  weights ??= parseWeights(data);
  const { scale, bias, steps } = weights;
  const features = featuresOf(reading);
  let sum = 0;
  for (const bucket of features) sum += weightOf(steps, bucket);
  return features.size === 0 ? bias : bias + (sum * scale * 4) / Math.sqrt(features.size);
}
