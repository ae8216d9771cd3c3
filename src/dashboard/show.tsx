import { type Instance, render } from 'ink';
import { App } from './app.tsx';

/** What Ink is given. */
export interface Stage {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  columns(): number;
  rows(): readonly string[];
  onKey(key: string): void;
  paint(rows: readonly string[]): void;
}

/** The terminal as Ink sees it: what it writes are whole pictures, and they go to the painter. */
const paperOf = ({ output, columns, paint }: Stage): NodeJS.WriteStream =>
  new Proxy(output, {
    get: (target, key) => {
      if (key === 'columns') return columns();
      if (key === 'write')
        return (picture: string) => {
          paint(picture.split('\n'));
          return true;
        };
      return Reflect.get(target, key, target);
    },
  });

/** Shows the dashboard with Ink; `update` draws what `rows` says now. */
export function showStage(stage: Stage): { update(): void; close(): void } {
  const draw = () => <App rows={stage.rows()} onKey={stage.onKey} />;
  // Under `debug` Ink writes every picture whole instead of moving the cursor over the one before.
  const instance: Instance = render(draw(), {
    stdin: stage.input,
    stdout: paperOf(stage),
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return { update: () => instance.rerender(draw()), close: () => instance.unmount() };
}
