import matter from 'gray-matter';
import { failed, type Result, success } from '../domain/failure.ts';
import type { Dict } from '../domain/json.ts';

function refuse(): never {
  throw new Error('front matter that is a program is not run');
}

/** These engines of gray-matter evaluate what they read. */
const engines = { js: refuse, javascript: refuse, coffee: refuse, coffeescript: refuse, cson: refuse };

/** A document taken apart: its front matter, and the text after it. */
export interface FrontMatter {
  readonly data: Dict;
  readonly content: string;
}

/** Splits a Markdown document. Fails with the file's name for damaged front matter, and for front matter that is a program. */
export function parseFrontMatter(text: string, file: string): Result<FrontMatter> {
  try {
    // gray-matter caches by text and gives a half-parsed document on the second call after an error; options prevent it.
    const { data, content } = matter(text, { engines });
    return success({ data, content });
  } catch (error) {
    const [problem = 'not YAML'] = (error instanceof Error ? error.message : 'not YAML').split('\n');
    return failed('front-matter.invalid', `${file}: ${problem}`, 'correct the lines between the two ---');
  }
}

/** A Markdown document with front matter. */
export const renderFrontMatter = ({ data, content }: FrontMatter): string =>
  matter.stringify(content, { ...data });
