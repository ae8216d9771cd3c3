import type { Node } from 'jsonc-parser';
import { type Json, sortedText } from '../domain/json.ts';
import { type HookKind, hookKindOf } from './hook-command.ts';
import {
  addChild,
  innerText,
  jsonOf,
  memberOf,
  removeChild,
  replaceInner,
  replaceValue,
  treeOf,
  valueNodeOf,
} from './json-text.ts';
import { handlersIn, isOwnGroup, type OwnHandler, ownHandlers } from './settings-tree.ts';

/** One command of a client's settings: `command`, and whatever else the client wants beside it. */
export type Handler = Readonly<Record<string, Json>> & { readonly command: string };

/** What hebb wants at one event. */
export interface WantedHooks {
  readonly event: string;
  /** Which tools; absent for all. */
  readonly matcher?: string;
  readonly handlers: readonly Handler[];
}

/** How a client's file holds hooks. */
export interface HookShape {
  /** `hooks.Event[].hooks[]`, or flat `hooks.Event[]`. */
  readonly isNested: boolean;
  /** Keys that the file must have beside `hooks`. */
  readonly needs: Readonly<Record<string, Json>>;
}

/**
 * What hebb made or filled in a file, by its place: `file` (null: there was none; else all that stood in it, white space), `root`, `hooks`,
 * `hooks/Stop` (null: hebb made it; else what stood between the brackets), `root/version` (null: hebb wrote the key). With it, taking the
 * hooks out gives the file back as it was.
 */
export type FilledPlaces = Readonly<Record<string, string | null>>;

/** What a command is for. */
export const kindOfHandler = ({ command }: Handler): HookKind | undefined => hookKindOf(command);

/** A file of settings while it is changed, without the mark of its encoding. */
export class SettingsFile {
  text: string;
  readonly filled: Map<string, string | null>;
  readonly #shape: HookShape;

  constructor(text: string, filled: FilledPlaces, shape: HookShape) {
    this.text = text;
    this.filled = new Map(Object.entries(filled));
    this.#shape = shape;
  }

  get root(): Node {
    return treeOf(this.text);
  }

  own(): OwnHandler[] {
    return this.text.trim() === '' ? [] : ownHandlers(this.root, this.#shape.isNested);
  }

  /** The place of `hooks`, `hooks/Stop` or `root/version`: the object that holds it, and its key there. */
  #placed(place: string): { readonly holder: Node | undefined; readonly key: string } {
    const [first = '', second] = place.split('/');
    if (second === undefined) return { holder: this.root, key: first };
    return { holder: first === 'root' ? this.root : valueNodeOf(this.root, first), key: second };
  }

  /** The value at a place, made where it is missing. */
  #make(place: string, value: Json): Node {
    const { holder, key } = this.#placed(place);
    const there = valueNodeOf(holder, key);
    if (there || !holder) return there ?? this.root;
    this.filled.set(place, null);
    this.text = addChild(this.text, holder, { key, value });
    return this.#make(place, value);
  }

  /** Remembers how a container looked that had nothing in it. */
  #fills(place: string, container: Node): void {
    if ((container.children?.length ?? 0) === 0 && !this.filled.has(place))
      this.filled.set(place, innerText(this.text, container));
  }

  /** Makes the file and the keys that it must have. */
  prepare(): void {
    if (this.text.trim() === '') this.text = this.text.includes('\r\n') ? '{}\r\n' : '{}\n';
    this.#fills('root', this.root);
    for (const [key, value] of Object.entries(this.#shape.needs)) this.#make(`root/${key}`, value);
  }

  #eventArray(event: string): Node {
    this.#fills('hooks', this.#make('hooks', {}));
    const place = `hooks/${event}`;
    this.#fills(place, this.#make(place, []));
    return this.#make(place, []);
  }

  /** Brings one event to what is wanted. */
  settle(wanted: WantedHooks): void {
    const own = this.#at(wanted.event);
    const missing: Handler[] = [];
    for (const handler of wanted.handlers) {
      const kind = kindOfHandler(handler);
      if (own.some((one) => one.kind === kind)) this.#bringUp(wanted.event, handler);
      else missing.push(handler);
    }
    if (missing.length > 0) this.#add(wanted, missing);
    if (this.#shape.isNested) this.#bringUpMatcher(wanted);
  }

  #at(event: string): OwnHandler[] {
    return this.own().filter((one) => one.event === event);
  }

  #ownGroup(event: string): Node | undefined {
    return this.#at(event).find(({ group }) => group && isOwnGroup(group))?.group;
  }

  #add({ event, matcher }: WantedHooks, handlers: readonly Handler[]): void {
    const own = (): Node | undefined => valueNodeOf(this.#ownGroup(event), 'hooks');
    const isNewGroup = this.#shape.isNested && !own();
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: handlers };
    for (const value of isNewGroup ? [group] : handlers) {
      const array = (isNewGroup ? undefined : own()) ?? this.#eventArray(event);
      this.text = addChild(this.text, array, { value });
    }
  }

  /** Sets what differs of a command, key by key; what a person added stays. */
  #bringUp(event: string, wanted: Handler): void {
    const kind = kindOfHandler(wanted);
    for (const [key, value] of Object.entries(wanted)) {
      const node = this.#at(event).find((one) => one.kind === kind)?.node;
      if (node) this.#setMember(node, key, value);
    }
  }

  #setMember(node: Node, key: string, value: Json): void {
    const there = valueNodeOf(node, key);
    if (!there) this.text = addChild(this.text, node, { key, value });
    else if (sortedText(jsonOf(there)) !== sortedText(value))
      this.text = replaceValue(this.text, there, value);
  }

  #bringUpMatcher({ event, matcher }: WantedHooks): void {
    const group = this.#ownGroup(event);
    if (!group) return;
    const member = memberOf(group, 'matcher');
    if (matcher !== undefined) this.#setMember(group, 'matcher', matcher);
    else if (member) this.text = removeChild(this.text, member);
  }

  /** Takes a command out; with it what has nothing left in it. */
  remove({ event, node, group }: OwnHandler): void {
    const isAlone = group !== undefined && handlersIn(group).length === 1;
    this.text = removeChild(this.text, isAlone ? group : node);
    if (group && !isAlone) return;
    this.#emptied(`hooks/${event}`);
    this.#emptied('hooks');
  }

  /** A container with nothing left goes back to what it was: to what stood in it, or away. What a person wrote in it stays. */
  #emptied(place: string): void {
    const { holder, key } = this.#placed(place);
    const member = memberOf(holder, key);
    const node = member?.children?.[1];
    if (!member || !node || (node.children?.length ?? 0) > 0) return;
    const before = this.filled.get(place) ?? null;
    const inner = innerText(this.text, node);
    if (before === null && inner.trim() === '') this.text = removeChild(this.text, member);
    else if (before?.trim() === inner.trim()) this.text = replaceInner(this.text, node, before ?? '');
    this.filled.delete(place);
  }

  /** When nothing of hebb's is left: the keys that it needed go, and what it filled is as it was. Undefined: no file was there. */
  leave(): string | undefined {
    for (const [key, value] of Object.entries(this.#shape.needs)) this.#dropNeeded(key, value);
    const { root } = this;
    const inner = innerText(this.text, root);
    if ((root.children?.length ?? 0) > 0) return this.text;
    const whole = this.filled.get('file');
    if (whole !== undefined && inner.trim() === '') return whole ?? undefined;
    const before = this.filled.get('root');
    return before?.trim() === inner.trim() ? replaceInner(this.text, root, before ?? '') : this.text;
  }

  /** In a file that hebb made, others may need the key too. */
  #dropNeeded(key: string, value: Json): void {
    const member = memberOf(this.root, key);
    const node = member?.children?.[1];
    if (!member || !node || this.filled.get(`root/${key}`) !== null) return;
    const others = (this.root.children?.length ?? 0) > Object.keys(this.#shape.needs).length;
    const isOurs = sortedText(jsonOf(node)) === sortedText(value);
    if (isOurs && !(this.filled.has('file') && others)) this.text = removeChild(this.text, member);
  }
}
