import type { Event } from '../domain/event.ts';

/** What a person never wants captured. */
export interface Exclusions {
  /** Globs of paths: `*` within a folder, `**` across folders. */
  readonly paths: readonly string[];
  /** Ids or names of projects. */
  readonly projects: readonly string[];
}

/** The expression of a path glob. */
function globExpression(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (sign) => (sign.startsWith('**') ? '.*' : sign === '*' ? '[^/]*' : '[^/]'));
  return new RegExp(`(^|/)${source}$`);
}

/** True for an event of an excluded project, or one that touches an excluded path. */
export function isExcluded(event: Event, { paths, projects }: Exclusions): boolean {
  if (projects.includes(event.project.id) || projects.includes(event.project.name)) return true;
  const expressions = paths.map(globExpression);
  const touched = [event.cwd, ...event.files];
  return touched.some((path) => expressions.some((expression) => expression.test(path)));
}
