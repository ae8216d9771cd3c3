import data from '../../templates/skill/export.yaml';
import { labelOf } from '../domain/injection.ts';
import { isDict, stringAt } from '../domain/json.ts';
import { lengthOf, type SkillDocument, skillLimits } from '../domain/skill-document.ts';
import { parseSkill } from './parse-skill.ts';
import { type RenderedSkill, renderSkill, type SkillDraft } from './render-skill.ts';

/** Key of the metadata under which an exported copy carries its mark. */
const markKey = 'hebb-export';

/** What is known of a skill that is written for a client. */
export interface ExportInput {
  readonly slug: string;
  readonly document: SkillDocument;
  readonly version: number;
  /** Description of the record, for a document without one. */
  readonly description: string;
  /** Name of the only project that it is for, where others see it too. */
  readonly onlyIn?: string;
  /** Of the home: who does not know it cannot write a mark. */
  readonly secret: string;
}

function describe({ document, description, onlyIn }: ExportInput): string {
  const own = document.description || description;
  const note = isDict(data) ? stringAt(data, 'onlyIn') : undefined;
  if (onlyIn === undefined || note === undefined) return own;
  const whole = `${own} ${note.replace('{project}', () => onlyIn)}`;
  return lengthOf(whole) <= skillLimits.description ? whole : own;
}

/**
 * A skill as a client gets it: strict, without what grants rights, with its version and a mark over the whole text under `metadata`.
 * Refused where the standard forbids what it holds.
 */
export function exportText(input: ExportInput): RenderedSkill {
  const { document, slug, version, secret } = input;
  const { [markKey]: _mark, ...metadata } = document.metadata;
  const { allowedTools: _allowed, otherKeys: _other, ...rest } = document;
  const draft: SkillDraft = {
    ...rest,
    name: slug,
    description: describe(input),
    metadata: { ...metadata, source: metadata.source ?? 'hebb', 'hebb-version': String(version) },
  };
  const plain = renderSkill(draft);
  if (!plain.ok) return plain;
  return renderSkill({ ...draft, metadata: { ...draft.metadata, [markKey]: labelOf(secret, plain.text) } });
}

/** Whose a SKILL.md is: `own` as this home wrote it, `edited` marked by a home but no longer as this one wrote it, or `foreign`. */
export type ExportOwner = 'own' | 'edited' | 'foreign';

/** Tells hebb's own copy from a person's skill, also where a person changed the copy, copied it, or another home wrote it. */
export function exportOwner(
  text: string,
  { slug, secret }: Pick<ExportInput, 'slug' | 'secret'>,
): ExportOwner {
  const { document } = parseSkill(text);
  const mark = document?.metadata[markKey];
  if (!document || mark === undefined) return 'foreign';
  const { [markKey]: _mark, ...metadata } = document.metadata;
  const plain = renderSkill({ ...document, metadata });
  const whole = renderSkill(document);
  const isAsWritten = plain.ok && whole.ok && whole.text === text && labelOf(secret, plain.text) === mark;
  if (!isAsWritten) return 'edited';
  return document.name === slug ? 'own' : 'foreign';
}

/** Whether a text is a copy that some home exported: it is never read back. */
export const isExported = ({ metadata }: SkillDocument): boolean => metadata[markKey] !== undefined;
