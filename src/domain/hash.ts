import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import { sortedRows } from './fold.ts';
import type { TableName, Tables } from './rows.ts';
import { countsEmpty, FACT_TABLES } from './tables.ts';
import type { Rows } from './state.ts';

/**
 * A stable hash of the rows of these tables, as hexadecimal SHA-256: the same rows give the same
 * hash, whatever the order in which they or their properties came to be.
 */
export function hashRows(rows: Rows, tables: readonly TableName[] = FACT_TABLES): string {
  return hashed(rows, tables, (row) => row);
}

/**
 * As `hashRows`, of what is the same for everybody who sees these servers, whoever they are and whatever else
 * they follow: servers and players as the list streams tell them. A ping is left out, for it comes from a
 * server's metrics, which only those have who look at its players.
 */
export function hashShared(rows: Rows): string {
  return hashed(rows, ['servers', 'players'], withoutPing);
}

function withoutPing(row: Tables[TableName]): object {
  if (!('ping' in row)) return row;
  const { ping: _, ...told } = row;
  return told;
}

/** Fields that came after the first recordings, whose hash they leave as it is while they have these values. */
const LATER: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  {
    servers: {
      configuration: { tags: '[]' },
      environment: { uptime_source: 'null', uptime_gap: 'null' },
    },
  };

function withoutLater(table: TableName, row: object): object {
  const later = LATER[table];
  if (later === undefined) return row;
  const parts = Object.entries(row).map(([name, part]: [string, unknown]) => {
    const fields = later[name];
    if (fields === undefined || typeof part !== 'object' || part === null) return [name, part];
    const kept = Object.entries(part).filter(
      ([field, value]) => fields[field] !== canonicalJson(value ?? null),
    );
    return [name, Object.fromEntries(kept)];
  });
  return Object.fromEntries(parts) as object;
}

function hashed(
  rows: Rows,
  tables: readonly TableName[],
  told: (row: Tables[TableName]) => object,
): string {
  const hash = sha256.create();
  for (const table of tables) {
    if (rows[table].size > 0 || countsEmpty(table)) hash.update(utf8ToBytes(`${table}\n`));
    for (const row of sortedRows(rows, table)) {
      hash.update(utf8ToBytes(`${canonicalJson(withoutLater(table, told(row)))}\n`));
    }
  }
  return bytesToHex(hash.digest());
}

/** The hexadecimal SHA-256 of a text in UTF-8. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
