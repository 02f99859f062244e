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
import {
  banColumns,
  banOf,
  LINE_MAX,
  readBanLine,
  readBanRecord,
  type BanColumns,
  type FileLine,
} from './file.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Which of BattleMetrics' identifiers a game bans by. */
const USED = /^(steamID|BEGUID|ip)$/;
/** Characters that an object may have: names and cells that say nothing of a ban among them. */
const ITEM_MAX = LINE_MAX * 5;
/** No ban has objects in each other deeper than this. */
const DEPTH_MAX = 32;
/** Where a time or a status is to be, something that is neither; unlike nothing at all, it is not taken for one. */
const UNREADABLE = '?';
const IDS = ['steam', 'guid', 'bohemia', 'id', 'address'] as const;

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
  const lists = ['data', 'entries', 'bans'].map((name) => whole[name]);
  return lists.find((list): list is readonly unknown[] => Array.isArray(list)) ?? null;
}

/** What one of them bans: of one with several ids, each; a text is read as a line of a file. */
export function readBanObject(item: unknown, now: number): readonly FileLine[] {
  if (typeof item === 'string') return [readBanLine(item, now)];
  if (isRounded(item)) return [{ kind: 'refused', fault: 'id-rounded' }];
  if (isTooMuch(item)) return [{ kind: 'refused', fault: 'too-long' }];
  if (!isFields(item)) return [{ kind: 'refused', fault: 'no-identity' }];
  const { attributes } = item;
  if (isFields(attributes) && Array.isArray(attributes['identifiers'])) {
    return battleMetrics(attributes, attributes['identifiers'], now);
  }
  // Beside who is banned, the id is that of the ban.
  const isNamed = Object.hasOwn(item, 'identifier');
  const names = Object.keys(item).filter((name) => name !== 'id' || !isNamed);
  const columns = banColumns(names);
  if (columns === null) return [{ kind: 'refused', fault: 'no-identity' }];
  const values = names.map((name) => item[name]);
  const read = readBanRecord(columns, cellsOf(columns, values), now);
  const ids = IDS.flatMap((key) => (columns[key] === undefined ? [] : [values[columns[key]]]));
  return [kept(read, ids)];
}

function cellsOf(columns: BanColumns, values: readonly unknown[]): string[] {
  return values.map((value, at) => {
    if (at === columns.until) return timeOf(value);
    return at === columns.status && isNested(value) ? UNREADABLE : cellOf(value);
  });
}

/** What was read, unless it rests on an id whose last digits are lost. */
function kept(read: FileLine, ids: readonly unknown[]): FileLine {
  const rounded = ids.filter(isRounded).map(String);
  if (rounded.length === 0) return read;
  const isLost =
    read.kind === 'ban'
      ? rounded.includes(read.ban.banned.value)
      : read.kind === 'refused' && read.fault === 'no-identity';
  return isLost ? { kind: 'refused', fault: 'id-rounded' } : read;
}

function battleMetrics(
  said: Fields,
  identifiers: readonly unknown[],
  now: number,
): readonly FileLine[] {
  const ids = identifiers.flatMap((one) =>
    isFields(one) && USED.test(cellOf(one['type'])) ? [one['identifier']] : [],
  );
  // What stands for the time that is left, or for the admin, is filled in by whoever shows it.
  const reason = [cellOf(said['reason']).replaceAll(/\{\{\w*\}\}/g, ''), cellOf(said['note'])]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('. ');
  const time = timeOf(said['expires']);
  return (ids.length === 0 ? [''] : ids).map((id) =>
    kept(banOf({ id: cellOf(id), name: null, reason, time }, now), [id]),
  );
}

/** A time as files say it. MongoDB wraps its times. */
function timeOf(value: unknown): string {
  const time = isFields(value) && typeof value['$date'] === 'string' ? value['$date'] : value;
  if (isNested(time)) return UNREADABLE;
  return cellOf(time).trim();
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Whether a number is another than the JSON has: SteamID64s have more digits than a number keeps. */
function isRounded(value: unknown): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value);
}

/** Whether it is larger or deeper than a ban can be. Counts no further than that, and needs no stack for it. */
function isTooMuch(item: unknown): boolean {
  const open: (readonly [value: unknown, depth: number])[] = [[item, 0]];
  let length = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    length += 1;
    if (isNested(value)) {
      for (const [name, inner] of Object.entries(value)) {
        length += Array.isArray(value) ? 1 : name.length + 1;
        if (length > ITEM_MAX) return true;
        open.push([inner, depth + 1]);
      }
    } else {
      length += cellOf(value).length;
    }
    if (length > ITEM_MAX || depth > DEPTH_MAX) return true;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFields(value: unknown): value is Fields {
  return isNested(value) && !Array.isArray(value);
}
