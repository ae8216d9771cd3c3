import { hashOf } from '../domain/identity.ts';
import { type Dict, isDict, type Json, sortedText, stringAt } from '../domain/json.ts';
import { type Eraser, type PurgeIntent, purgedReason, type Tally } from '../domain/purge.ts';
import { splitTarget } from '../domain/state.ts';
import { candidateName } from './candidate-name.ts';
import { TextFinder } from './purge-mask.ts';

/** Hash of a session's id or of a target, as an intent holds it. */
export const nameHash = (name: string, salt: string): string => hashOf(salt, name);

/** Under which names observations and payloads name their session. */
const sessionKeys = ['sessionId', 'session_id', 'conversation_id'] as const;

type JsonDict = { readonly [key: string]: Json };

const isJsonDict = (value: Json): value is JsonDict => isDict(value);

const listAt = (dict: JsonDict, key: string): readonly Json[] => {
  const value = dict[key];
  return Array.isArray(value) ? value : [];
};

/** Says what may stay of everything in a home, by the fingerprints and ids of an intent alone. */
export function createEraser(intent: PurgeIntent): Eraser {
  return new HomeEraser(intent);
}

class HomeEraser implements Eraser {
  readonly #ids: ReadonlySet<string>;
  readonly #sessions: ReadonlySet<string>;
  readonly #targets: ReadonlySet<string>;
  readonly #finder: TextFinder;
  readonly #salt: string;
  #removed = 0;
  #masked = 0;

  constructor(intent: PurgeIntent) {
    this.#ids = new Set(intent.ids);
    this.#sessions = new Set(intent.sessions);
    this.#targets = new Set(intent.targets);
    this.#finder = new TextFinder(intent.prints, intent.salt);
    this.#salt = intent.salt;
  }

  take(): Tally {
    const tally = { removed: this.#removed, masked: this.#masked };
    this.#removed = 0;
    this.#masked = 0;
    return tally;
  }

  found(): number {
    return this.#removed + this.#masked;
  }

  isSession(id: string): boolean {
    return this.#sessions.size > 0 && this.#sessions.has(nameHash(id, this.#salt));
  }

  text(text: string): string {
    const masked = this.#finder.mask(text);
    if (masked !== text) this.#masked++;
    return masked;
  }

  fact(value: Json): Json {
    if (Array.isArray(value)) return this.#facts(value);
    if (isJsonDict(value) && this.#isErasedFact(value)) return this.#remove();
    return this.#json(value);
  }

  record(target: string, value: Json): Json {
    if (value === null) return null;
    const { collection } = splitTarget(target);
    if (collection === 'core') return this.#core(target, value);
    if (!isJsonDict(value)) return this.#json(value);
    return this.#isErased(collection, value) ? this.#remove() : this.#emptied(collection, value);
  }

  operation(value: Json): Json {
    if (!isJsonDict(value)) return this.#json(value);
    const changes = listAt(value, 'changes').flatMap((change) => this.#change(change));
    return { ...value, changes };
  }

  #change(change: Json): Json[] {
    if (!isJsonDict(change) || typeof change.target !== 'string') return [this.#json(change)];
    const { target, before = null, after = null, reason = null } = change;
    const [from, to] = [this.record(target, before), this.record(target, after)];
    if (sortedText(from) === sortedText(to) && sortedText(before) !== sortedText(after)) return [];
    return [{ ...change, before: from, after: to, reason: this.#json(reason) }];
  }

  #remove(): null {
    this.#removed++;
    return null;
  }

  /** A form whose summary lost a part gets the name of what is left. */
  #renamed(before: JsonDict, after: Json): Json {
    const { summary, name, entityType } = before;
    if (!isJsonDict(after) || typeof after.summary !== 'string' || after.summary === summary) return after;
    return typeof name === 'string' && typeof entityType === 'string'
      ? { ...after, name: candidateName(entityType, after.summary) }
      : after;
  }

  #json(value: Json): Json {
    return this.#finder.maskJson(value, () => {
      this.#masked++;
    });
  }

  /** A list from which everything was taken is gone with it. */
  #facts(items: readonly Json[]): Json {
    const rest = items.map((item) => this.fact(item)).filter((item) => item !== null);
    return items.length > 0 && rest.length === 0 ? null : rest;
  }

  #isId(value: Json | undefined): boolean {
    return typeof value === 'string' && this.#ids.has(value);
  }

  #isErasedFact(dict: Dict): boolean {
    if (typeof dict.memoryId === 'string' && this.#ids.has(dict.memoryId)) return true;
    const session = sessionKeys.map((key) => stringAt(dict, key)).find((id) => id !== undefined);
    if (session !== undefined) return this.isSession(session);
    return 'openRun' in dict && this.isSession(stringAt(dict, 'id') ?? '');
  }

  /** Whether a memory or candidate is what is erased: by its id, or because it says just that. */
  #isSubject(value: Json | undefined): boolean {
    if (value === undefined || !isJsonDict(value)) return false;
    return (
      this.#isId(value.id) ||
      (typeof value.summary === 'string' && this.#finder.isWhole(value.summary)) ||
      this.#isTaught(value)
    );
  }

  /** Whether only erased sessions taught it. */
  #isTaught(value: JsonDict): boolean {
    const provenance = listAt(value, 'provenance');
    return provenance.length > 0 && provenance.every((entry) => this.#isOfSession(entry));
  }

  #isOfSession(entry: Json): boolean {
    return isJsonDict(entry) && typeof entry.sessionId === 'string' && this.isSession(entry.sessionId);
  }

  #isErased(collection: string, value: JsonDict): boolean {
    switch (collection) {
      case 'memories':
        return this.#isSubject(value);
      case 'archive':
        return this.#isSubject(value.memory);
      case 'tombstones':
        return this.#isId(value.memoryId) && value.reason !== purgedReason;
      case 'relations':
        return this.#isId(value.from) || this.#isId(value.to);
      case 'reviews':
      case 'edges':
        return this.#isId(value.a) || this.#isId(value.b);
      case 'tags':
        return this.#isEmptied(listAt(value, 'sessions'), (entry) => this.#isOfSession(entry));
      case 'extracted':
        return this.#isEmptied(listAt(value, 'candidates'), (item) => this.#isSubject(item));
      case 'imported':
        return this.#isEmptied(listAt(value, 'judged'), (item) => this.#isJudgedSubject(item));
      default:
        return false;
    }
  }

  #isEmptied(items: readonly Json[], isGone: (item: Json) => boolean): boolean {
    return items.length > 0 && items.every(isGone);
  }

  #isJudgedSubject(item: Json): boolean {
    return isJsonDict(item) && this.#isSubject(item.candidate);
  }

  /** A record that stays, without what in it is erased. */
  #emptied(collection: string, value: JsonDict): Json {
    if (collection === 'extracted')
      return this.#json({
        ...value,
        candidates: this.#rest(listAt(value, 'candidates'), (item) => this.#isSubject(item)),
      });
    if (collection === 'imported') {
      const judged = this.#rest(listAt(value, 'judged'), (item) => this.#isJudgedSubject(item));
      return this.#json({ ...value, judged });
    }
    if (collection === 'archive') {
      const relations = this.#rest(listAt(value, 'relations'), (item) =>
        this.#isErased('relations', isJsonDict(item) ? item : {}),
      );
      return this.#json({ ...value, memory: this.#withoutLinks(value.memory ?? null), relations });
    }
    return collection === 'memories'
      ? this.#renamed(value, this.#json(this.#withoutLinks(value)))
      : this.#json(collection === 'tombstones' ? value : this.#withoutLinks(value));
  }

  #rest(items: readonly Json[], isGone: (item: Json) => boolean): Json[] {
    const rest = items.filter((item) => !isGone(item));
    this.#removed += items.length - rest.length;
    return rest.map((item) => this.#withoutLinks(item));
  }

  /** Without references to what is erased and evidence from erased sessions, in a memory, candidate or verdict. */
  #withoutLinks(value: Json): Json {
    if (!isJsonDict(value)) return value;
    const links = ['supersededBy', 'consolidatedInto', 'memoryId'];
    const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
      if (links.includes(key) && this.#isId(item)) {
        this.#masked++;
        return [];
      }
      if (key === 'candidate') return [[key, this.#withoutLinks(item)]];
      if (key === 'aliases' && Array.isArray(item))
        return [[key, this.#filtered(item, (alias) => !this.#isId(alias))]];
      if ((key === 'provenance' || key === 'sessions') && Array.isArray(item))
        return [[key, this.#filtered(item, (entry) => !this.#isOfSession(entry))]];
      return [[key, item]];
    });
    return Object.fromEntries(entries);
  }

  #filtered(items: readonly Json[], stays: (item: Json) => boolean): Json[] {
    const rest = items.filter(stays);
    this.#masked += items.length - rest.length;
    return rest;
  }

  /** An entry that was promoted from it goes; one that only holds its text is masked. */
  #core(target: string, value: Json): Json {
    const said = isJsonDict(value) && typeof value.statement === 'string' ? value.statement : value;
    const isOwn = this.#targets.has(nameHash(target, this.#salt));
    if (isOwn || (typeof said === 'string' && this.#finder.isWhole(said))) return this.#remove();
    const { id } = splitTarget(target);
    return this.#finder.mask(id) === id ? this.#json(value) : this.#remove();
  }
}
