/** What the demo played in, and what each command said. */
export interface Played {
  readonly world: {
    readonly folder: string;
    readonly home: string;
    readonly project: string;
    readonly memory: string;
  };
  readonly said: readonly string[];
}
export function play(print: (text: string) => void): Played;
