import type { Facts, FactsReader } from '../commands/dashboard-facts.ts';
import { HebbError } from '../domain/failure.ts';
import type { Block, Report } from '../domain/report.ts';
import { type Action, type Call, withOption } from './call.ts';
import { drawFrame, type Picture } from './frame.ts';
import type { Line } from './line.ts';
import { press, type Wish } from './press.ts';
import { createScreens } from './screens.ts';
import { openUi, type Proposal, type Ui, type ViewName, withMode } from './ui.ts';
import type { Room } from './views/overview.ts';

/** What the program behind the pictures does for a person: commands and the editor. */
export interface Desk {
  /** What the command prints under `--dry-run`. */
  plan(call: Call): Promise<Report>;
  /** Runs the command. */
  apply(call: Call): Promise<Report>;
  /** Opens a text in the person's editor, which has the terminal meanwhile; undefined when nothing was changed. */
  editText(text: string): Promise<string | undefined>;
  /** Opens a memory likewise; the path of the file with what was written, which is there until the desk is asked again. */
  editMemory(id: string): Promise<string | undefined>;
  /** Takes away what the editor was given. */
  close(): void;
}

/** What a session is made of. */
export interface SessionInput {
  readonly reader: FactsReader;
  readonly desk: Desk;
  readonly view: ViewName;
  readonly size: Room;
  /** Called when there is another picture to draw. */
  onPicture(): void;
  onQuit(): void;
}

/** The dashboard as a person uses it, without a screen or keys of its own. */
export interface Session {
  frame(): Line[];
  /** One key, by the names of `press`. What it asks for is done when this resolves. */
  press(key: string): Promise<void>;
  resize(size: Room): void;
  /** Takes in what others committed. */
  refresh(): void;
  /** Takes in also what takes longer. */
  refreshAll(): Promise<void>;
}

/** More than this many blocks of an answer are shown on a screen of their own. */
const shortAnswer = 4;

const failureBlocks = (error: unknown): Block[] => {
  if (error instanceof HebbError)
    return [
      { kind: 'line', text: error.failure.message, tone: 'bad' },
      { kind: 'line', text: `next: ${error.failure.hint}` },
    ];
  return [{ kind: 'line', text: error instanceof Error ? error.message : String(error), tone: 'bad' }];
};

const textIn = (blocks: readonly Block[]): string => {
  const first = blocks.find((block) => 'text' in block);
  return first && 'text' in first ? first.text : 'Done.';
};

/** A session over a home. */
export function createSession(input: SessionInput): Session {
  const { reader, desk, onPicture } = input;
  const screens = createScreens();
  let facts: Facts = reader.read();
  let ui: Ui = openUi(input.view);
  let { size } = input;
  const show = (next: Ui): void => {
    ui = next;
    onPicture();
  };
  const picture = (): Picture => ({ facts, ui, size, screens, isLive: true });
  /** What cannot be read just now stays as it was, and is told: somebody may be in the middle of a change. */
  const tell = (error: unknown): void =>
    show({ ...ui, message: { text: textIn(failureBlocks(error)), tone: 'bad' } });
  const refresh = (): void => {
    try {
      facts = reader.read();
      onPicture();
    } catch (error) {
      tell(error);
    }
  };
  const refreshAll = async (): Promise<void> => {
    try {
      facts = await reader.readAll();
      onPicture();
    } catch (error) {
      tell(error);
    }
  };

  /** A plan that nobody waits for any more is not shown. */
  const showPlan = (asked: Proposal, got: Pick<Proposal, 'state' | 'blocks'>): void => {
    if (ui.mode.kind === 'plan' && ui.mode.proposal.call === asked.call)
      show(withMode(ui, { kind: 'plan', proposal: { ...ui.mode.proposal, ...got } }));
  };
  const planned = async (proposal: Proposal): Promise<void> => {
    try {
      const report = await desk.plan(proposal.call);
      showPlan(proposal, { state: 'ready', blocks: report.human });
    } catch (error) {
      showPlan(proposal, { state: 'refused', blocks: failureBlocks(error) });
    }
  };
  const applied = async (proposal: Proposal): Promise<void> => {
    try {
      const { human } = await desk.apply(proposal.call);
      facts = reader.read();
      const done: Ui['mode'] = {
        kind: 'plan',
        proposal: { ...proposal, state: 'done', blocks: human, scroll: 0 },
      };
      show(
        human.length > shortAnswer
          ? withMode(ui, done)
          : { ...withMode(ui, { kind: 'browse' }), message: { text: textIn(human), tone: 'good' } },
      );
    } catch (error) {
      const failed: Proposal = { ...proposal, state: 'refused', blocks: failureBlocks(error), scroll: 0 };
      show(withMode(ui, { kind: 'plan', proposal: failed }));
    }
    await refreshAll();
  };
  const proposed = async (call: Call): Promise<void> => {
    const proposal: Proposal = { call, state: 'asking', blocks: [], scroll: 0 };
    show(withMode(ui, { kind: 'plan', proposal }));
    await planned(proposal);
  };
  const edited = async ({ call, need }: Action): Promise<void> => {
    try {
      if (need?.kind === 'memory') {
        const file = await desk.editMemory(need.id);
        if (file !== undefined) return await proposed(withOption(call, 'from', file));
      } else if (need?.kind === 'text') {
        const text = await desk.editText(need.text);
        if (text !== undefined) return await proposed(withOption(call, 'text', text));
      }
      show({ ...ui, message: { text: 'Nothing was changed.' } });
    } catch (error) {
      const proposal: Proposal = { call, state: 'refused', blocks: failureBlocks(error), scroll: 0 };
      show(withMode(ui, { kind: 'plan', proposal }));
    }
  };
  const grant = async (wish: Wish): Promise<void> => {
    switch (wish.kind) {
      case 'quit':
        return input.onQuit();
      case 'plan':
        return planned(wish.proposal);
      case 'apply':
        return applied(wish.proposal);
      case 'edit':
        return edited(wish.action);
    }
  };
  return {
    frame: () => drawFrame(picture()),
    press: async (key) => {
      if (key === 'quit') return input.onQuit();
      const step = press(ui, key, { facts, screens, rows: size.rows - 4 });
      show(step.ui);
      if (step.wish) await grant(step.wish);
    },
    resize: (next) => {
      size = next;
      onPicture();
    },
    refresh,
    refreshAll,
  };
}
