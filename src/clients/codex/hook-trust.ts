import { parse } from 'smol-toml';
import { sha256Of } from '../../domain/identity.ts';
import { type Dict, dictAt, isDict, parseDict, sortedText, stringAt } from '../../domain/json.ts';
import { hookKindOf } from '../hook-command.ts';

/**
 * Whether Codex runs a hook: `trusted` when the person accepted exactly this one, `changed` when it is not the one that was accepted,
 * `untrusted` when nobody was asked yet, `off` when the person turned it off.
 */
export type HookTrust = 'trusted' | 'changed' | 'untrusted' | 'off';

/** Seconds that a hook without a timeout has. */
const defaultTimeout = 600;

/** `PostToolUse` as keys of the settings have it: `post_tool_use`. */
const snake = (event: string): string =>
  event.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`);

/** What Codex takes for the identity of a hook: SHA-256 over its JSON with sorted keys (seen in version 0.171). */
function printOf(event: string, group: Dict, handler: Dict): string {
  const { matcher } = group;
  const identity = {
    event_name: snake(event),
    hooks: [{ async: false, timeout: defaultTimeout, ...handler }],
    ...(matcher === undefined ? {} : { matcher }),
  };
  return `sha256:${sha256Of(sortedText(identity))}`;
}

const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What `config.toml` remembers of hooks, by their key; nothing where it cannot be read. */
function rememberedIn(config: string): Dict {
  try {
    const parsed: unknown = parse(config.replace(/^\uFEFF/, ''));
    return dictAt(dictAt(isDict(parsed) ? parsed : {}, 'hooks') ?? {}, 'state') ?? {};
  } catch {
    return {};
  }
}

/** A file of hooks and the settings beside it. */
export interface TrustFiles {
  /** Path of the file of hooks as Codex names it: below CODEX_HOME. */
  readonly path: string;
  readonly hooks: string;
  /** Text of `config.toml`; empty where there is none. */
  readonly config: string;
}

/** How far Codex trusts each of hebb's hooks in a file, in its order; none when it is no JSON. */
export function hookTrust({ path, hooks, config }: TrustFiles): HookTrust[] {
  const events = dictAt(parseDict(hooks.replace(/^\uFEFF/, '')) ?? {}, 'hooks') ?? {};
  const remembered = rememberedIn(config);
  return Object.entries(events).flatMap(([event, groups]) =>
    items(groups).flatMap((group, groupAt) => {
      if (!isDict(group)) return [];
      return items(group.hooks).flatMap((handler, at) => {
        if (!isDict(handler) || hookKindOf(stringAt(handler, 'command') ?? '') === undefined) return [];
        const known = dictAt(remembered, `${path}:${snake(event)}:${groupAt}:${at}`);
        return [trustOf(known, printOf(event, group, handler))];
      });
    }),
  );
}

function trustOf(known: Dict | undefined, print: string): HookTrust {
  if (known?.enabled === false) return 'off';
  if (typeof known?.trusted_hash !== 'string') return 'untrusted';
  return known.trusted_hash === print ? 'trusted' : 'changed';
}
