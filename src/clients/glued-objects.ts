/** The JSON values of one line: usually one, several when writers forgot a newline between objects. `rest` is the text that no value could be read from. */
export interface GluedObjects {
  readonly values: readonly unknown[];
  readonly rest?: string;
}

/** Reads a line of JSON, glued objects too. Never throws. */
export function parseGlued(text: string): GluedObjects {
  const whole = parseJson(text);
  if (whole) return { values: [whole.value] };
  const values: unknown[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfObject(text, at);
    const parsed = end === undefined ? undefined : parseJson(text.slice(at, end));
    if (end === undefined || !parsed) return { values, rest: text.slice(at) };
    values.push(parsed.value);
    at = end;
  }
  return { values };
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Index after the object that begins at `at` (blanks before it allowed); one pass, strings skipped. */
function endOfObject(text: string, at: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = at; index < text.length; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (depth === 0 && !/\s/.test(char ?? '')) return undefined;
    if (depth === 0 && !inString && (char === '}' || char === ']')) return index + 1;
    if (depth < 0 || (depth === 0 && inString)) return undefined;
  }
  return undefined;
}
