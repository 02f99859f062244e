/**
 * Bans of other programs in JSON, as their interfaces answer:
 *
 * - BattleMetrics, `GET /bans`: `data`, each with `attributes` of `identifiers` (a number, or `type` and `identifier`), `reason`,
 *   `note` and `expires` (https://www.battlemetrics.com/developers/documentation). What it exports as a file (`GET /bans/export`)
 *   has the forms of the games.
 * - CFTools Cloud, `GET /v1/banlist/:id/bans`: `entries` of `identifier`, `reason` and `expires_at`
 *   (https://developer.cftools.cloud/documentation/data-api). An identifier of CFTools' own says nothing to a game.
 *
 * Other objects are read by the names of their fields, as a CSV is by those of its columns: Muster's own NDJSON, too.
 */
import { banColumns, banOf, LINE_MAX, readBanRecord, type FileLine } from './file.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Which of BattleMetrics' identifiers a game bans by. */
const USED = /^(steamID|BEGUID|ip)$/;

/** What is in a file that is one JSON; null: it is none of bans. */
export function bansOfJson(whole: unknown): readonly unknown[] | null {
  if (Array.isArray(whole)) {
    // Pages that were put one after another, or the bans themselves.
    return whole.flatMap((item: unknown) => listOf(item) ?? [item]);
  }
  return listOf(whole);
}

function listOf(whole: unknown): readonly unknown[] | null {
  if (!isFields(whole)) return null;
  const list = whole['data'] ?? whole['entries'] ?? whole['bans'];
  return Array.isArray(list) ? (list as readonly unknown[]) : null;
}

/** What one of them bans: of one with several ids, each. */
export function readBanObject(item: unknown, now: number): readonly FileLine[] {
  if (!isFields(item)) return [{ kind: 'refused', fault: 'no-identity' }];
  if (JSON.stringify(item).length > LINE_MAX * 5) return [{ kind: 'refused', fault: 'too-long' }];
  const { attributes } = item;
  if (isFields(attributes) && Array.isArray(attributes['identifiers'])) {
    return battleMetrics(attributes, attributes['identifiers'], now);
  }
  // Beside who is banned, the id is that of the ban.
  const isNamed = Object.hasOwn(item, 'identifier');
  const names = Object.keys(item).filter((name) => name !== 'id' || !isNamed);
  const columns = banColumns(names);
  if (columns === null) return [{ kind: 'refused', fault: 'no-identity' }];
  return [
    readBanRecord(
      columns,
      names.map((name) => cellOf(item[name])),
      now,
    ),
  ];
}

function battleMetrics(
  said: Fields,
  identifiers: readonly unknown[],
  now: number,
): readonly FileLine[] {
  const ids = identifiers.flatMap((one) =>
    isFields(one) && USED.test(cellOf(one['type'])) ? [cellOf(one['identifier'])] : [],
  );
  // What stands for the time that is left, or for the admin, is filled in by whoever shows it.
  const reason = [cellOf(said['reason']).replaceAll(/\{\{\w*\}\}/g, ''), cellOf(said['note'])]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('. ');
  const time = cellOf(said['expires']);
  return (ids.length === 0 ? [''] : ids).map((id) => banOf({ id, name: null, reason, time }, now));
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
