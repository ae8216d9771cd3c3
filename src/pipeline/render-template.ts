/** Values for a template: texts for placeholders, lists of further values for sections. */
export type View = { readonly [key: string]: string | readonly View[] };

const section = /\{\{([#^])(\w{1,40})\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/g;
const placeholder = /\{\{(\w{1,40})\}\}/g;

/**
 * Fills a Markdown template: `{{name}}` is a text, `{{#name}}…{{/name}}` repeats for each item of a list, and
 * `{{^name}}…{{/name}}` stands where the list is empty. Throws on a name that the view does not have, since then the
 * template is wrong. Texts are put in as one line and never read as template or table.
 */
export function renderTemplate(template: string, view: View): string {
  let out = '';
  let end = 0;
  for (const match of template.matchAll(section)) {
    const [whole, sign, name = '', body = ''] = match;
    out += fillIn(template.slice(end, match.index), view);
    out += sign === '^' ? renderEmpty(body, view, name) : renderItems(body, view, name);
    end = match.index + whole.length;
  }
  return out + fillIn(template.slice(end), view);
}

const renderItems = (body: string, view: View, name: string): string =>
  listAt(view, name)
    .map((item) => renderTemplate(body, item))
    .join('');

const renderEmpty = (body: string, view: View, name: string): string =>
  listAt(view, name).length === 0 ? body : '';

const fillIn = (text: string, view: View): string =>
  text.replace(placeholder, (_, name: string) => asOneLine(textAt(view, name)));

const asOneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').trimEnd().replaceAll('|', '\\|').replaceAll('`', "'").replaceAll('<', '&lt;');

function listAt(view: View, name: string): readonly View[] {
  const value = view[name];
  if (typeof value === 'string' || value === undefined)
    throw new Error(`the template repeats ${name}, which is no list`);
  return value;
}

function textAt(view: View, name: string): string {
  const value = view[name];
  if (typeof value !== 'string') throw new Error(`the template names ${name}, which is no text`);
  return value;
}
