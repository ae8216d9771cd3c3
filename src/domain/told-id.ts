import { hashOf } from './identity.ts';

/** Beginnings of the ids that hebb makes where a client gives none: by them it is known who told of a thing. */
const hookMark = 'hook-';
const rowMark = 'row-';

/** An id for what a hook told without one: the same for the same parts. */
export const hookToldId = (...parts: readonly string[]): string => hookMark + hashOf(...parts);

/** An id for what a transcript's row told without one. */
export const rowToldId = (...parts: readonly string[]): string => rowMark + hashOf(...parts);

/** Whether only a hook can have given a thing this id, or left it without one. */
export const isHookTold = (id: string | undefined): boolean => id === undefined || id.startsWith(hookMark);

/** Whether a thing comes from rows without ids; such rows have no times either. */
export const isRowTold = (id: string | undefined): boolean => id?.startsWith(rowMark) === true;
