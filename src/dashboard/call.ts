/** A command line of hebb, taken apart: what the dashboard lets happen is a command that a person could type. */
export interface Call {
  readonly name: string;
  readonly args: readonly string[];
  /** By their names in camelCase; `true` is a flag. */
  readonly options: Readonly<Record<string, string | true>>;
}

/** What must be said before a call is whole. */
export type Need =
  /** One line, for an option. */
  | { readonly kind: 'line'; readonly question: string; readonly option: string }
  /** The Markdown of a memory, edited in the person's editor; its file becomes `--from`. */
  | { readonly kind: 'memory'; readonly id: string }
  /** A text, edited in the person's editor; it becomes `--text`. */
  | { readonly kind: 'text'; readonly text: string };

/** What a key does to what is chosen. */
export interface Action {
  readonly key: string;
  readonly label: string;
  readonly call: Call;
  readonly need?: Need;
}

/** A call without options unless some are given. */
export const callOf = (name: string, args: readonly string[], options: Call['options'] = {}): Call => ({
  name,
  args,
  options,
});

/** The same call with one more option. */
export const withOption = (call: Call, name: string, value: string): Call => ({
  ...call,
  options: { ...call.options, [name]: value },
});

const quoted = (text: string): string =>
  /^[\w./:@=+-]+$/.test(text) ? text : `"${text.replace(/(["\\$`])/g, '\\$1')}"`;

const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The call as a person would type it. */
export function commandLine({ name, args, options }: Call): string {
  const flags = Object.entries(options).flatMap(([key, value]) =>
    value === true ? [flagOf(key)] : [flagOf(key), quoted(value)],
  );
  return ['hebb', name, ...args.map(quoted), ...flags].join(' ');
}
