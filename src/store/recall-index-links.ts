import type { Edge } from '../domain/association.ts';
import type { Relation } from '../domain/memory.ts';
import type { Database } from './recall-index-driver.ts';
import { relatedLink, togetherLink } from './recall-index-read.ts';

/** Keeps a relation along which recall spreads. Ends are names: what they mean is looked up when somebody asks. */
export const putRelation = (database: Database, { id, from, to }: Relation): void =>
  database.run(
    'insert or replace into links values(?, ?, ?, ?, 1, null)',
    linkId('relations', id),
    relatedLink,
    from,
    to,
  );

/** Keeps what was used together. */
export const putEdge = (database: Database, { id, a, b, weight, at }: Edge): void =>
  database.run(
    'insert or replace into links values(?, ?, ?, ?, ?, ?)',
    linkId('edges', id),
    togetherLink,
    a,
    b,
    weight,
    at,
  );

/** Drops a relation or an edge. */
export const removeLink = (database: Database, collection: 'relations' | 'edges', id: string): void =>
  database.run('delete from links where id = ?', linkId(collection, id));

const linkId = (collection: 'relations' | 'edges', id: string): string => `${collection}/${id}`;

/** How many there are. */
export const countLinks = (database: Database): number =>
  Number(database.get('select count(*) from links')?.[0] ?? 0);
