import type { Candidate } from '../domain/candidate.ts';
import { excerptLength } from '../domain/event.ts';
import { compact } from '../domain/json.ts';
import type { Policy } from '../domain/policy.ts';
import type { Place } from '../domain/project.ts';
import type { Instruction, SessionDoc } from '../domain/session.ts';
import { cut } from '../text/cut.ts';
import { mergeable } from '../text/mergeable.ts';
import { profileText } from '../text/similarity.ts';
import { addToIndex, buildJoinIndex, type JoinIndex, probeIndex } from '../text/similarity-join.ts';
import { namedContexts } from './applies-to.ts';
import { candidateOf, type Teaching, uniteCandidates } from './candidate-of.ts';
import { commandRules } from './command-rules.ts';
import { isCheck, isLooking } from './command-shape.ts';
import { languageName } from './git-rules.ts';
import { groupBy } from './group-by.ts';

/** What a tag must show beyond the number of sessions: occurrences over all of them. Chosen so that one busy day is not enough. */
const MIN_COUNTS: Readonly<Record<string, number>> = { pattern: 6, language: 10, command: 6, tool: 6 };
/** A language is one of the project when at least this share of the edits with a language are in it. */
const MIN_LANGUAGE_SHARE = 0.2;

/** One session's say in a repetition. */
interface Occurrence {
  readonly doc: SessionDoc;
  readonly instruction?: Instruction;
}

/**
 * What a project keeps doing: the same instruction, code pattern, language, tool or command in at least
 * `commonFromSessions` of its sessions. The same sessions give the same candidates, in any order.
 */
export function planRepetitions(docs: readonly SessionDoc[], policy: Policy): Candidate[] {
  const sessions = [...docs].sort((a, b) => (a.startedAt + a.id < b.startedAt + b.id ? -1 : 1));
  const projects = groupBy(sessions, ({ project }) => project.id);
  const found = [...projects.values()].flatMap((own) => [
    ...repeatedInstructions(own, policy),
    ...repeatedTags(own, policy),
  ]);
  return uniteCandidates(found);
}

interface Cluster {
  readonly lead: Instruction;
  readonly bySession: Map<string, Occurrence>;
}

/** Clusters, and the places of their leads in an index of similar texts. */
interface Shelf {
  readonly clusters: Cluster[];
  readonly leads: JoinIndex;
  readonly cut: number;
}

/** Instructions that say the same, each under the one said first. */
function clusterInstructions(docs: readonly SessionDoc[], cut: number): Cluster[] {
  const shelf: Shelf = { clusters: [], leads: buildJoinIndex([], cut), cut };
  const byKey = new Map<string, Cluster>();
  for (const doc of docs) {
    for (const instruction of doc.instructions) {
      const cluster = byKey.get(instruction.key) ?? placeInstruction(shelf, instruction);
      byKey.set(instruction.key, cluster);
      if (!cluster.bySession.has(doc.id)) cluster.bySession.set(doc.id, { doc, instruction });
    }
  }
  return shelf.clusters;
}

function placeInstruction({ clusters, leads, cut }: Shelf, instruction: Instruction): Cluster {
  const profile = profileText(instruction.key);
  const near = probeIndex(leads, profile, cut).flatMap(({ at }) => clusters[at] ?? []);
  const known = near.find(({ lead }) => mergeable(lead.text, instruction.text).mergeable);
  if (known) return known;
  const cluster: Cluster = { lead: instruction, bySession: new Map() };
  clusters.push(cluster);
  addToIndex(leads, profile);
  return cluster;
}

function repeatedInstructions(docs: readonly SessionDoc[], policy: Policy): Candidate[] {
  return clusterInstructions(docs, policy.merge.mergeAbove)
    .filter(({ bySession }) => bySession.size >= policy.relevance.commonFromSessions)
    .flatMap(({ lead, bySession }) => {
      const teaching = teachingOf(lead.text, namedContexts(lead.text), {
        source: 'explicit_user_feedback',
        key: lead.key,
      });
      return uniteOccurrences(teaching, [...bySession.values()]);
    });
}

const teachingOf = (
  summary: string,
  appliesTo: readonly string[],
  { source, key }: { source: string; key: string },
): Teaching => ({
  entityType: 'pattern',
  scope: 'project',
  summary,
  key,
  observations: [],
  appliesTo,
  severity: 'medium',
  source,
  frequencyHint: 'common',
  confidence: 0.7,
});

/** One candidate with a source line for each session. */
function uniteOccurrences(teaching: Teaching, occurrences: readonly Occurrence[]): Candidate[] {
  const candidates = occurrences.map((occurrence) => occurrenceOf(teaching, occurrence));
  return candidates
    .slice(0, 1)
    .map((first) => ({ ...first, provenance: candidates.flatMap(({ provenance }) => provenance) }));
}

function occurrenceOf(teaching: Teaching, { doc, instruction }: Occurrence): Candidate {
  const { at, row, text } = instruction ?? { at: doc.endedAt, row: 0, text: teaching.summary };
  return candidateOf(teaching, {
    place: placeOf(doc),
    sessionId: doc.id,
    at,
    row,
    eventIds: [],
    quote: cut(text, excerptLength),
  });
}

const placeOf = ({ project, user, branch, area }: SessionDoc): Place =>
  compact({ project, user, branch, area, branchCertain: false });

interface TagUse {
  readonly tag: string;
  readonly kind: string;
  readonly name: string;
  readonly count: number;
  readonly docs: readonly SessionDoc[];
}

function usesOf(docs: readonly SessionDoc[]): TagUse[] {
  const tags = [...new Set(docs.flatMap((doc) => Object.keys(doc.tags)))].sort();
  return tags.map((tag) => {
    const own = docs.filter((doc) => (doc.tags[tag] ?? 0) > 0);
    const [kind = '', ...name] = tag.split(':');
    return {
      tag,
      kind,
      name: name.join(':'),
      docs: own,
      count: own.reduce((sum, doc) => sum + (doc.tags[tag] ?? 0), 0),
    };
  });
}

function repeatedTags(docs: readonly SessionDoc[], policy: Policy): Candidate[] {
  const uses = usesOf(docs);
  const edits = uses.filter(({ kind }) => kind === 'language').reduce((sum, { count }) => sum + count, 0);
  return uses
    .filter(
      (use) =>
        use.docs.length >= policy.relevance.commonFromSessions &&
        use.count >= (MIN_COUNTS[use.kind] ?? Number.POSITIVE_INFINITY),
    )
    .filter((use) => use.kind !== 'language' || use.count >= edits * MIN_LANGUAGE_SHARE)
    .flatMap((use) => {
      const said = describeUse(use);
      if (!said) return [];
      const teaching = teachingOf(said.summary, said.appliesTo, {
        source: 'implementation',
        key: said.summary,
      });
      return uniteOccurrences(
        teaching,
        use.docs.map((doc) => ({ doc })),
      );
    });
}

/** What a tag says of the project; nothing for what every project does (the agent's own tools, `git`, looking around). */
function describeUse({ kind, name }: TagUse): Pick<Teaching, 'summary' | 'appliesTo'> | undefined {
  if (kind === 'pattern')
    return { summary: `Code of this project uses ${name.replaceAll('-', ' ')}`, appliesTo: [] };
  if (kind === 'language')
    return { summary: `The code of this project is written in ${languageName(name)}`, appliesTo: [name] };
  if (kind === 'tool')
    return name.startsWith('mcp_')
      ? { summary: `Work on this project uses the tool \`${name}\``, appliesTo: [name] }
      : undefined;
  const program = name.split(' ', 1);
  if (isCheck(name))
    return { summary: `Work on this project is checked with \`${name}\``, appliesTo: program };
  return isOwnCommand(name)
    ? { summary: `Work on this project runs \`${name}\``, appliesTo: program }
    : undefined;
}

/** A command that says something of this project: a script, target or service, not what is typed everywhere. */
function isOwnCommand(shape: string): boolean {
  const [program = '', second = ''] = shape.split(' ');
  const isEverywhere =
    ['git', 'gh', 'apt', 'apt-get', 'brew'].includes(program) ||
    commandRules.adding.has(`${program} ${second}`);
  return second !== '' && second !== 'ci' && !isEverywhere && !isLooking(shape);
}
