import { isPaged } from '../../protocol/resources/registry.ts';
import { parseStream } from '../../protocol/streams.ts';
import type { TableName, Tables } from '../../domain/rows.ts';
import { goesFirst, isStored, STORED_TABLES, tableOfStream } from '../../domain/tables.ts';

/**
 * Whether a row is written. Where a stream's rows are not, its head is not either, or the next worker would resume
 * behind rows that it does not have.
 */
export function isWritten(table: TableName, id: string): boolean {
  if (!isStored(table)) return false;
  if (table !== 'streams') return true;
  const name = parseStream(id);
  if (name === null || name.resource === 'account') return false;
  const told = isPaged(name.audience) ? null : tableOfStream(name.audience);
  return told !== null && isStored(told);
}

/**
 * Buckets of servers and of players, for chunks of about 250 players at the load of all of DayZ: the
 * players of a server stand in the bucket of the same number as the server.
 */
const BUCKETS = 320;

/** The fields by which a row's chunk is found. */
interface Placed {
  readonly id: string;
  readonly server_id?: string | null;
}

/**
 * Which chunk a row stands in. Players of a server stand together, since they change together; entries
 * of a feed stand in runs of 256.
 */
export function chunkKey(table: TableName, row: Placed): string {
  if (table === 'feed') {
    const [server = '', seq = '0'] = row.id.split(':');
    return `${table}/${server}:${Number(seq) >> 8}`;
  }
  const owner = table === 'players' ? (row.server_id ?? '') : row.id;
  return `${table}/${bucket(table, owner)}`;
}

/** Whether the rows of a server (`servers`, `players`) or of its stream stand in the chunk of this key. */
export function isOfServer(key: string, serverId: string): boolean {
  const table = chunkTable(key);
  if (table === 'feed') return key.startsWith(`${table}/${serverId}:`);
  if (table !== 'servers' && table !== 'players') return false;
  return key === `${table}/${bucket(table, serverId)}`;
}

/** The table of a chunk's key; null where it is none of this version. */
export function chunkTable(key: string): TableName | null {
  const table = key.slice(0, key.indexOf('/'));
  return STORED_TABLES.find((name) => name === table) ?? null;
}

/** Whether a chunk is the first to go on a full disk. Heads of streams go with their entries. */
export function isCold(key: string): boolean {
  const table = chunkTable(key);
  return table !== null && goesFirst(table);
}

/** A row as it is written: without what is never stored in a browser. */
export function storedRow<T extends TableName>(table: T, row: Tables[T]): Tables[T] {
  if (table !== 'account') return row;
  const account = row as Tables['account'];
  return { ...account, email: { ...account.email, address: '' } } as Tables[T];
}

/** FNV-1a over the characters. */
function bucket(table: TableName, text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return table === 'servers' || table === 'players' ? (value >>> 0) % BUCKETS : 0;
}
