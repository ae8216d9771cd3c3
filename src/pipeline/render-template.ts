import { showInvisible } from '../text/fence.ts';

/** Values for a template: texts for placeholders, lists of further values for sections. */
export type View = { readonly [key: string]: string | readonly View[] };

const section = /\{\{([#^])(\w{1,40})\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/g;
const placeholder = /\{\{(\w{1,40})\}\}/g;

/** How a text is written, so that it is nothing but text there. */
export type Escape = (text: string) => string;

/**
 * Fills a template: `{{name}}` is a text, `{{#name}}…{{/name}}` repeats for each item of a list, and
 * `{{^name}}…{{/name}}` stands where the list is empty. Throws on a name that the view does not have, since then the
 * template is wrong. In Markdown, the default, texts are put in as one line and never read as template or table.
 */
export function renderTemplate(template: string, view: View, write: Escape = asOneLine): string {
  let out = '';
  let end = 0;
  for (const match of template.matchAll(section)) {
    const [whole, sign, name = '', body = ''] = match;
    out += fillIn(template.slice(end, match.index), view, write);
    // What stands where a list is empty speaks of the view around it.
    const views = sign === '#' ? listAt(view, name) : listAt(view, name).length === 0 ? [view] : [];
    out += views.map((item) => renderTemplate(body, item, write)).join('');
    end = match.index + whole.length;
  }
  return out + fillIn(template.slice(end), view, write);
}

const htmlSigns: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text in HTML, between tags or in a quoted attribute. Characters that do not show are told by their number. */
export const asHtml: Escape = (text) =>
  showInvisible(text).replace(/[&<>"']/g, (sign) => htmlSigns[sign] ?? sign);

const fillIn = (text: string, view: View, write: Escape): string =>
  text.replace(placeholder, (_, name: string) => write(textAt(view, name)));

const asOneLine: Escape = (text) =>
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
