import { createHash } from 'node:crypto';
import type pg from 'pg';

/** To plan a statement on these views takes ten times as long as to run it, and every call has some. */
const READS_RIGHTS = /\b(?:bucket_)?rights\b/;

/** So many texts at most: a connection keeps the plan of each, and lists in them make ever new ones. */
const MOST = 200;

type ClientQuery = pg.ClientBase['query'];

const names = new Map<string, string>();

/** A connection plans statements that read rights once, and keeps the plan; others are planned for their values. */
export function planRightsOnce(client: pg.ClientBase): void {
  const query = client.query.bind(client);
  const send = (...sent: readonly unknown[]): unknown => Reflect.apply(query, client, named(sent));
  client.query = send as ClientQuery;
}

function named(sent: readonly unknown[]): readonly unknown[] {
  const [text, values] = sent;
  // What has no values may be several statements, which have no name.
  const plain = sent.length === 2 && typeof text === 'string' && Array.isArray(values);
  if (!plain || values.length === 0 || !READS_RIGHTS.test(text)) return sent;
  const name = nameOf(text);
  return name === undefined ? sent : [{ name, text, values }];
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST) return known;
  // By the text: where a pooler lends one connection to several hosts, no name means another statement.
  const name = `rights_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}
