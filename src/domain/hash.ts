import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import { sortedRows } from './fold.ts';
import { FACT_TABLES, type TableName } from './rows.ts';
import type { Rows } from './state.ts';

/**
 * A stable hash of the rows of these tables, as hexadecimal SHA-256: the same rows give the same
 * hash, whatever the order in which they or their properties came to be.
 */
export function hashRows(rows: Rows, tables: readonly TableName[] = FACT_TABLES): string {
  const hash = sha256.create();
  for (const table of tables) {
    hash.update(utf8ToBytes(`${table}\n`));
    for (const row of sortedRows(rows, table)) hash.update(utf8ToBytes(`${canonicalJson(row)}\n`));
  }
  return bytesToHex(hash.digest());
}

/** The hexadecimal SHA-256 of a text in UTF-8. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
