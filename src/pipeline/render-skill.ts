import { compact } from '../domain/json.ts';
import { quoteOf, type SkillDocument, type SkillProblem } from '../domain/skill-document.ts';
import { isPlainYaml, writeYamlText } from '../text/skill-yaml.ts';
import { checkFormat } from './skill-format.ts';
import { tidyBody } from './skill-front-matter.ts';

/** What a skill is written from: everything of a document but what hebb does not write. */
export type SkillDraft = Omit<SkillDocument, 'allowedTools' | 'otherKeys'>;

/** The text of a SKILL.md, or every rule that stood in its way. */
export type RenderedSkill =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly SkillProblem[] };

/** A draft as `parseSkill` gives it back: values trimmed, lines end in LF, no space around the body. Twice is once. */
export function tidySkill(draft: SkillDraft): SkillDocument {
  const trim = (text: string | undefined): string | undefined => text?.replace(/\r\n?/g, '\n').trim();
  return compact({
    name: draft.name.trim(),
    description: draft.description.replace(/\r\n?/g, '\n').trim(),
    license: trim(draft.license),
    compatibility: trim(draft.compatibility),
    metadata: Object.fromEntries(
      Object.entries(draft.metadata).map(([key, text]) => [key, text.replace(/\r\n?/g, '\n').trim()]),
    ),
    otherKeys: [],
    body: tidyBody(draft.body),
  });
}

/**
 * Writes a SKILL.md: plain block YAML that every reader gives back unchanged, the keys in the standard's order, LF, a blank line
 * before the body. Law: `parseSkill` of it is `tidySkill` of the draft, without a problem. Refuses what the standard refuses.
 */
export function renderSkill(draft: SkillDraft): RenderedSkill {
  const document = tidySkill(draft);
  const problems = [...checkFormat(document), ...checkText(document)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, text: write(document) };
}

const KEY = /^[A-Za-z0-9][\w.-]{0,63}$/;

function checkText({ metadata, ...document }: SkillDocument): SkillProblem[] {
  const texts = [...Object.values(document), ...Object.values(metadata)].filter(
    (text) => typeof text === 'string',
  );
  const badKeys = Object.keys(metadata).filter((key) => !KEY.test(key) || !isPlainYaml(key));
  return [
    ...(texts.some((text) => !isWellFormed(text)) ? [halfCharacter] : []),
    ...badKeys.map((key) => ({
      rule: 'metadata.key',
      line: 0,
      text: `metadata: "${quoteOf(key)}" is no plain name for a key`,
    })),
  ];
}

const halfCharacter: SkillProblem = {
  rule: 'text.half-character',
  line: 0,
  text: 'a text holds half a character (a lone surrogate), which no file can hold',
};

const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text);

function write({ name, description, license, compatibility, metadata, body }: SkillDocument): string {
  const fields = compact({ name, description, license, compatibility });
  const pairs = Object.entries(metadata).map(([key, text]) => `  ${key}: ${writeYamlText(text)}`);
  return [
    '---',
    ...Object.entries(fields).map(([key, text]) => `${key}: ${writeYamlText(text)}`),
    ...(pairs.length > 0 ? ['metadata:', ...pairs] : []),
    '---',
    '',
    `${body}\n`,
  ].join('\n');
}
