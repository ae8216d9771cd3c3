import type { Node } from 'jsonc-parser';
import { type Dict, isDict, type Json, stringAt } from '../domain/json.ts';
import { type HookKind, hookKindOf } from './hook-command.ts';
import {
  type JsonProblem,
  jsonOf,
  keyOf,
  parseJsonText,
  problemAt,
  twiceIn,
  valueNodeOf,
} from './json-text.ts';

const nameOf = ({ type }: Node): string =>
  type === 'null' ? 'null' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;

/** What stands in the way of changing a file of settings; undefined where nothing does. An empty file is fine. */
export function settingsProblem(text: string): JsonProblem | undefined {
  if (text.trim() === '') return undefined;
  const parsed = parseJsonText(text);
  if (!('root' in parsed)) return parsed;
  const { root } = parsed;
  const at = (node: Node, what: string): JsonProblem => problemAt(text, node.offset, what);
  if (root.type !== 'object') return at(root, `an object is needed, this is ${nameOf(root)}`);
  const hooks = valueNodeOf(root, 'hooks');
  const twice = twiceIn(root) ?? (hooks?.type === 'object' ? twiceIn(hooks) : undefined);
  if (twice) return at(twice, `the key ${keyOf(twice) ?? ''} stands here a second time`);
  if (!hooks) return undefined;
  if (hooks.type !== 'object') return at(hooks, `hooks must be an object, this is ${nameOf(hooks)}`);
  const wrong = hooks.children?.find((member) => member.children?.[1]?.type !== 'array');
  const value = wrong?.children?.[1];
  return wrong && value
    ? at(value, `hooks.${keyOf(wrong) ?? ''} must be an array, this is ${nameOf(value)}`)
    : undefined;
}

/** A command of hebb's in the tree, with the group that it stands in. */
export interface OwnHandler {
  readonly event: string;
  readonly kind: HookKind;
  readonly node: Node;
  /** Where hooks are nested: the object with matcher and hooks. */
  readonly group?: Node;
}

const asDict = (value: Json): Dict => (isDict(value) ? value : {});

const kindOf = (node: Node): HookKind | undefined =>
  node.type === 'object' ? hookKindOf(stringAt(asDict(jsonOf(node)), 'command') ?? '') : undefined;

/** The commands of a group. */
export const handlersIn = (group: Node): readonly Node[] => valueNodeOf(group, 'hooks')?.children ?? [];

/** Whether nothing but hebb's own stands in a group. */
export const isOwnGroup = (group: Node): boolean =>
  handlersIn(group).length > 0 && handlersIn(group).every((node) => kindOf(node) !== undefined);

/** Every command of hebb's in a file, in its order. */
export function ownHandlers(root: Node, isNested: boolean): OwnHandler[] {
  const events = valueNodeOf(root, 'hooks')?.children ?? [];
  return events.flatMap((member) => {
    const event = keyOf(member) ?? '';
    const elements = member.children?.[1]?.children ?? [];
    const own = (node: Node, group?: Node): OwnHandler[] => {
      const kind = kindOf(node);
      return kind ? [group ? { event, kind, node, group } : { event, kind, node }] : [];
    };
    return isNested
      ? elements.flatMap((group) => handlersIn(group).flatMap((node) => own(node, group)))
      : elements.flatMap((node) => own(node));
  });
}
