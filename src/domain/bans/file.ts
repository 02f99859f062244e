/**
 * Reads files of bans, a line at a time: what BattlEye writes and prints, Rust's `bans.cfg`, the games' lists of ids, and
 * the records of a CSV. Nothing is guessed: a line that is not understood is named, with why.
 */
import { momentOfFile } from '../file-time.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { parsePattern } from './address.ts';
import type { Identity } from './keys.ts';

/** Whom a line bans. */
export type FileBanned = Identity | { readonly kind: 'address'; readonly value: string };

/** A ban as a file has it. */
export interface FileBan {
  readonly banned: FileBanned;
  /** What they are called there; null: the file does not say. */
  readonly name: string | null;
  /** As much of what the file says as a reason may be long. */
  readonly reason: string;
  /** All that the file says, where that is more; otherwise empty. */
  readonly description: string;
  /** When it ends; null: never. */
  readonly until: number | null;
}

/**
 * Why a line is no ban. `over`: it ended before now; `not-in-force`: its status is another than that it holds; `id-rounded`:
 * its id is a number with more digits than a number keeps, so it may be somebody else's.
 */
export type LineFault =
  | 'no-identity'
  | 'id-rounded'
  | 'time-unclear'
  | 'address-invalid'
  | 'address-too-wide'
  | 'over'
  | 'not-in-force'
  | 'too-long';

export type FileLine =
  | { readonly kind: 'ban'; readonly ban: FileBan }
  | { readonly kind: 'refused'; readonly fault: LineFault }
  /** A heading, a comment, nothing at all. */
  | { readonly kind: 'nothing' };

/** Most characters of a line. */
export const LINE_MAX = 2_000;
const UNSAID = 'Banned before';
const NAME_MAX = 100;
const MINUTE = 60_000;
/** Numbers below are no moment of our time: whether they are minutes or days, nobody says. */
const EARLIEST_SECONDS = 1_000_000_000;

const NOTHING: FileLine = { kind: 'nothing' };

/** A line of a file that is no CSV. */
export function readBanLine(text: string, now: number): FileLine {
  if (text.length > LINE_MAX) return { kind: 'refused', fault: 'too-long' };
  const line = text.trim();
  if (line === '' || /^(\/\/|#|;|-{3,}|\[#\]|(GUID|IP) Bans:)/i.test(line)) return NOTHING;
  return rustLine(line, now) ?? tableLine(line, now) ?? plainLine(line, now);
}

/** `banid 76561198000000001 "name" "reason" 1735689600` */
function rustLine(line: string, now: number): FileLine | null {
  const said = /^banid\s+"?(\d{17})"?(?:\s+"([^"]*)")?(?:\s+"([^"]*)")?(?:\s+"?(-?\d+)"?)?$/i.exec(
    line,
  );
  if (said === null) return null;
  const [, id = '', name, reason = '', time = '-1'] = said;
  return banOf({ id, name: name ?? null, reason, time }, now);
}

/** `12 50355e6d24e59ad9e7c4f3b24036f816 perm reason`, as BattlEye prints it: minutes that are left, `perm`, or `-`. */
function tableLine(line: string, now: number): FileLine | null {
  const said = /^\d{1,7}\s+([0-9a-f]{32}|\d+\.\d+\.\d+\.\d+)\s+(perm|-|\d+)(?:\s+(.*))?$/i.exec(
    line,
  );
  if (said === null) return null;
  const [, id = '', left = '', reason = ''] = said;
  if (left === '-') return { kind: 'refused', fault: 'over' };
  const until = /^\d/.test(left) ? now + Number(left) * MINUTE : null;
  return made({ id, name: null, reason, until }, now);
}

/** An id or an address, and after it perhaps a time and a reason, as in BattlEye's `bans.txt`. */
function plainLine(line: string, now: number): FileLine {
  const [id = '', time, ...rest] = line.split(/\s+/);
  if (time === undefined) return banOf({ id, name: null, reason: '', time: '-1' }, now);
  if (!/^(-?\d+|perm)$/i.test(time)) {
    return banOf({ id, name: null, reason: comment([time, ...rest].join(' ')), time: '-1' }, now);
  }
  return banOf({ id, name: null, reason: rest.join(' '), time }, now);
}

/** What stands behind an id, without the mark that makes a comment of it. */
function comment(text: string): string {
  return text.replace(/^(\/\/|#|;)\s*/, '');
}

/** Which column of a CSV says what; of each the first that says so. */
export interface BanColumns {
  readonly steam?: number;
  readonly guid?: number;
  readonly bohemia?: number;
  readonly address?: number;
  /** Any of them. */
  readonly id?: number;
  readonly name?: number;
  readonly reason?: number;
  readonly note?: number;
  readonly until?: number;
  readonly status?: number;
}

const COLUMN_NAMES: Readonly<Record<keyof BanColumns, RegExp>> = {
  steam: /^(steam|steamid|steamid64|steam64|steam64id)$/,
  guid: /^(guid|beguid|battleyeguid|battleye)$/,
  bohemia: /^(bohemia|bohemiaid|bohemiauid|biid|uid|dayzid)$/,
  address: /^(ip|ipv4|ipv6|address|ipaddress)$/,
  id: /^(id|identifier|identity|player|playerid|identifiers)$/,
  name: /^(name|playername|alias|nick)$/,
  reason: /^(reason|banreason)$/,
  note: /^(note|notes|comment|description|details)$/,
  until: /^(until|expires|expiresat|expiry|expiration|end|enddate|banend)$/,
  status: /^(status|banstatus|active)$/,
};

/** What a status says of a ban that holds. */
const IN_FORCE = /^(|active|in force|enabled|permanent|temporary|banned|true|yes|1)$/i;

/** Reads the head of a CSV; null: none of its columns says who is banned. */
export function banColumns(head: readonly string[]): BanColumns | null {
  const names = head.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const columns: { -readonly [K in keyof BanColumns]: BanColumns[K] } = {};
  for (const key of Object.keys(COLUMN_NAMES) as (keyof BanColumns)[]) {
    const at = names.findIndex((name) => COLUMN_NAMES[key].test(name));
    if (at !== -1) columns[key] = at;
  }
  const { steam, guid, bohemia, address, id } = columns;
  return [steam, guid, bohemia, address, id].every((at) => at === undefined) ? null : columns;
}

/** A record of a CSV. */
export function readBanRecord(
  columns: BanColumns,
  record: readonly string[],
  now: number,
): FileLine {
  const at = (key: keyof BanColumns) => {
    const column = columns[key];
    return column === undefined ? '' : (record[column] ?? '').trim().replace(/^'(?='*[=+\-@])/, '');
  };
  if (record.every((cell) => cell.trim() === '')) return NOTHING;
  if (record.reduce((sum, cell) => sum + cell.length, 0) > LINE_MAX) {
    return { kind: 'refused', fault: 'too-long' };
  }
  const ids = (['steam', 'guid', 'bohemia', 'id', 'address'] as const)
    .map(at)
    .filter((text) => text !== '');
  // Programs give bans numbers of their own: the first that somebody can be banned by is meant.
  const id = ids.find((text) => typeof bannedOf(text) !== 'string') ?? ids[0];
  const [name, reason, note] = [at('name'), at('reason'), at('note')];
  const said = reason === '' ? note : note === '' ? reason : `${reason}. ${note}`;
  const read = banOf({ id: id ?? '', name: name || null, reason: said, time: at('until') }, now);
  const holds = read.kind !== 'ban' || IN_FORCE.test(at('status'));
  return holds ? read : { kind: 'refused', fault: 'not-in-force' };
}

/** A ban whose end is said as files say it: a moment in seconds, a date, or that there is none. */
export function banOf(
  { time, ...said }: { id: string; name: string | null; reason: string; time: string },
  now: number,
): FileLine {
  const until = endOf(time);
  if (until === undefined) return { kind: 'refused', fault: 'time-unclear' };
  return made({ ...said, until }, now);
}

/** null: never; undefined: it cannot be known. */
function endOf(time: string): number | null | undefined {
  if (/^(|-1|0|-|perm|permanent|never|null|none)$/i.test(time)) return null;
  if (/^\d+$/.test(time)) {
    const number = Number(time);
    if (number < EARLIEST_SECONDS) return undefined;
    const at = number < EARLIEST_SECONDS * 100 ? number * 1_000 : number;
    return Number.isSafeInteger(at) ? at : undefined;
  }
  return momentOfFile(time);
}

function made(
  {
    id,
    name,
    reason: said,
    until,
  }: { id: string; name: string | null; reason: string; until: number | null },
  now: number,
): FileLine {
  const banned = bannedOf(id);
  if (typeof banned === 'string') return { kind: 'refused', fault: banned };
  if (until !== null && until <= now) return { kind: 'refused', fault: 'over' };
  const { least, most } = BAN_LIMIT.reason;
  const text = oneLine(said);
  const short =
    text.length < least ? [UNSAID, text].filter((part) => part !== '').join(': ') : text;
  const cut = short.length > most;
  // What would last longer than a ban may that ends, is one that does not.
  const tooLong = until !== null && until - now > BAN_LIMIT.minutes * MINUTE;
  const more = [
    ...(cut ? [short] : []),
    ...(tooLong ? [`To end ${new Date(until).toISOString().slice(0, 10)}`] : []),
  ];
  return {
    kind: 'ban',
    ban: {
      banned,
      name: name === null ? null : oneLine(name).slice(0, NAME_MAX) || null,
      reason: cut ? `${whole(short, most - 3).trimEnd()}...` : short,
      description: whole(more.join('. '), BAN_LIMIT.description),
      until: tooLong ? null : until,
    },
  };
}

/** What an id is by its form, or why it is none. */
function bannedOf(text: string): FileBanned | LineFault {
  if (/^7656119\d{10}$/.test(text)) return { kind: 'steam', value: text };
  if (/^[0-9a-f]{32}$/i.test(text)) return { kind: 'battleye', value: text.toLowerCase() };
  if (/^[A-Za-z0-9+/_-]{43}=$/.test(text)) return { kind: 'bohemia', value: text };
  if (!/^[0-9a-f.:*/-]+$/i.test(text) || !/[.:]/.test(text)) return 'no-identity';
  const pattern = parsePattern(text);
  return typeof pattern === 'string' ? pattern : { kind: 'address', value: text };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** No half of a character is left at the end. */
function whole(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, '');
}
