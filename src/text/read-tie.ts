import type { Tie } from './named-value.ts';
import type { SecretName } from './secret-names.ts';

const closing = '(?:\\[[^\\]\\n]{0,12}\\]|["\'`\\]]){0,3}';
const operators: readonly { readonly tie: Tie; readonly expression: RegExp }[] = [
  // `"name": "DB_PASSWORD", "value": …`, `key="password" value=…`, a Terraform default
  {
    tie: 'assigned',
    expression: /["']?[ \t]{0,4},?\s{0,40}(?:[+-]\s{0,20})?["']?value["']?[ \t]{0,4}(?::|=(?!=))[ \t]{0,8}/iy,
  },
  {
    tie: 'assigned',
    expression: /["'][ \t]{0,4}\{\s{0,40}(?:type\s{0,4}=\s{0,4}\w{1,20}\s{1,40})?default\s{0,4}=[ \t]{0,8}/y,
  },
  // `password: string = …`, `var token string = …`
  {
    tie: 'literal',
    expression: /\??:[ \t]{0,3}[A-Za-z_][\w.<>[\]| ]{0,40}=(?![=>])\s{0,40}(?=[@brf]?["'`])/y,
  },
  {
    tie: 'literal',
    expression: /[ \t]{1,4}[A-Za-z_*][\w.]{0,24}[ \t]{1,4}:?=(?!=)\s{0,40}(?=[@brf]?["'`])/y,
  },
  {
    tie: 'literal',
    expression: new RegExp(
      `${closing}\\)?[ \\t]{0,8}(?:===?|!==?|\\|\\||\\?\\?)[ \\t]{0,8}(?=[@brf]?["'\`])`,
      'y',
    ),
  },
  {
    tie: 'spaced',
    expression: new RegExp(
      `${closing}\\)?[ \\t]{1,20}(?::=|=>|->|\\|\\|=|\\?\\?=|\\?=|\\+=|=(?!=))(?:[ \\t]{0,20}|\\s{0,60}(?=["'\`]))`,
      'y',
    ),
  },
  {
    tie: 'assigned',
    expression: new RegExp(
      `${closing}\\)?[ \\t]{0,20}(?::=|:{1,2}|[：＝]|=>|->|\\?=|=(?!=))(?:[ \\t]{0,20}|\\s{0,60}(?=["'\`]))`,
      'y',
    ),
  },
  { tie: 'argument', expression: /["'`][ \t]{0,4}(?:,|=>)\s{0,40}(?=[@brf]?["'`])/y },
  { tie: 'literal', expression: /(?:\.\w{1,20})?\([ \t]{0,8}(?=[@brf]?["'`])/y },
  { tie: 'assigned', expression: /["']?(?:[ \t][^<>\n]{0,60})?>[ \t]{0,8}(?:<!\[CDATA\[)?/y },
  { tie: 'loose', expression: /[ \t]{1,8}(?:is|was|are|ist|es|est)[ \t]{1,3}:?[ \t]{0,3}/iy },
  { tie: 'literal', expression: /[ \t]{1,8}(?=["'`])/y },
];
const flag = /(?:^|[\s"'`])--?[\w-]{0,60}$/;
const command = /(?:^|[\s;])(?:set|set-option|config)[ \t]{1,4}(?:[\w.-]{1,40}[ \t]{1,4}){0,3}$/i;
const space = /["']?,?[ \t]{1,8}/y;

/** What stands between a name and its value, and where the value begins; undefined when nothing ties them. */
export function readTie(
  text: string,
  name: SecretName,
): { readonly tie: Tie; readonly at: number } | undefined {
  for (const { tie, expression } of operators) {
    expression.lastIndex = name.to;
    if (expression.test(text)) return { tie, at: expression.lastIndex };
  }
  const slice = text.slice(Math.max(0, name.from - 100), name.from);
  if (!isFlag(slice, name.name) && !command.test(slice)) return undefined;
  space.lastIndex = name.to;
  return space.test(text) ? { tie: 'assigned', at: space.lastIndex } : undefined;
}

const isFlag = (slice: string, name: string): boolean =>
  /^--?[A-Za-z]/.test(name) ? /(?:^|[\s"'`([])$/.test(slice) : flag.test(slice);
