/**
 * Reads people out of a text: an id a line, and after it perhaps a name and a comment; or a CSV with a heading, as buckets are
 * saved. Nothing is guessed: a line without an id is named.
 */
import { bohemiaId, steamId64 } from '../../protocol/bans/fields.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { battleyeGuid, hexId } from '../../protocol/fields.ts';
import { cut } from '../resources/keys.ts';

const NAME_MAX = 100;
const LINE_MAX = 2_000;
const MINUTE = 60_000;

type Identity = { steam_id: string } | { guid: string } | { bohemia_id: string };

/** Somebody of a text. */
export interface ReadPerson {
  readonly what:
    | ({ readonly kind: 'identity'; readonly name?: string } & Readonly<Identity>)
    | { readonly kind: 'person'; readonly muster_id: string };
  readonly comment: string;
  /** For how long; null: for ever; undefined: the text does not say. */
  readonly minutes?: number | null;
}

export interface ReadPeople {
  readonly people: readonly ReadPerson[];
  /** The numbers of the lines that have no id, or whose time is over. */
  readonly refused: readonly number[];
}

/** Where a heading says that the cells of a record are. */
type Places = Readonly<Partial<Record<'name' | 'comment' | 'until', number>>>;

export function readPeople(text: string, now: number): ReadPeople {
  const people: ReadPerson[] = [];
  const refused: number[] = [];
  let places: Places | null = null;
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const cells = cellsOf(line);
    if (cells.every((cell) => cell === '') || /^(#|;|\/\/)/.test(line.trim())) continue;
    const heading: Places | null = places === null ? headingOf(cells) : null;
    if (heading !== null) {
      places = heading;
      continue;
    }
    const person = line.length > LINE_MAX ? null : personOf(cells, places ?? {}, now);
    if (person === null) refused.push(at + 1);
    else people.push(person);
  }
  return { people, refused };
}

/** The cells of a line, by tabs, else by commas, else by semicolons; else its first word, and the rest. */
function cellsOf(line: string): readonly string[] {
  const plain = line.replace(/\s\/\/\s?/, ',').trim();
  const mark = ['\t', ',', ';'].find((one) => plain.includes(one));
  if (mark === undefined) {
    const [, first = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(plain) ?? [];
    return [first, rest];
  }
  const cells: string[] = [];
  for (const part of plain.split(mark)) {
    const last = cells.at(-1);
    // A quote that is not closed goes on behind the mark.
    if (last !== undefined && isOpen(last)) cells[cells.length - 1] = `${last}${mark}${part}`;
    else cells.push(part);
  }
  return cells.map((cell) => {
    const bare = cell.trim();
    return /^".*"$/.test(bare) ? bare.slice(1, -1).replaceAll('""', '"') : bare;
  });
}

function isOpen(cell: string): boolean {
  return cell.trimStart().startsWith('"') && (cell.match(/"/g)?.length ?? 0) % 2 === 1;
}

function headingOf(cells: readonly string[]): Places | null {
  const names = cells.map((cell) => cell.toLowerCase());
  if (!names.some((name) => /^(steam_?id(64)?|guid|bohemia_?id|id)$/.test(name))) return null;
  const place = (name: string) => {
    const at = names.indexOf(name);
    return at === -1 ? {} : { [name]: at };
  };
  return { ...place('name'), ...place('comment'), ...place('until') };
}

function personOf(cells: readonly string[], places: Places, now: number): ReadPerson | null {
  const [first = ''] = cells;
  const isPerson = hexId.safeParse(first).success;
  const at = isPerson ? 0 : cells.findIndex((cell) => identityOf(cell) !== null);
  const identity = identityOf(cells[at] ?? '');
  if (!isPerson && identity === null) return null;
  const rest = cells.slice(at + 1).filter((cell) => cell !== '');
  const said = (name: 'name' | 'comment', place: number) => {
    const own = places[name];
    return own === undefined ? (rest[place] ?? '') : (cells[own] ?? '');
  };
  const isHeaded = Object.keys(places).length > 0;
  const name = cut(isHeaded && places.name === undefined ? '' : said('name', 0), NAME_MAX);
  const comment = cut(
    isHeaded && places.comment === undefined ? '' : said('comment', 1),
    BUCKET_LIMIT.comment,
  );
  const minutes = minutesUntil(places.until === undefined ? '' : (cells[places.until] ?? ''), now);
  if (minutes === 'over') return null;
  const lasts = places.until === undefined ? {} : { minutes };
  if (identity === null) return { what: { kind: 'person', muster_id: first }, comment, ...lasts };
  const what = { kind: 'identity', ...identity, ...(name !== '' && { name }) } as const;
  return { what, comment, ...lasts };
}

function identityOf(cell: string): Identity | null {
  if (steamId64.safeParse(cell).success) return { steam_id: cell };
  if (battleyeGuid.safeParse(cell.toLowerCase()).success) return { guid: cell.toLowerCase() };
  // Bohemia's ids are 44 characters; shorter words that only look like one are names.
  return cell.length === 44 && bohemiaId.safeParse(cell).success ? { bohemia_id: cell } : null;
}

function minutesUntil(text: string, now: number): number | null | 'over' {
  if (text === '') return null;
  const until = Date.parse(text);
  if (Number.isNaN(until) || until <= now) return 'over';
  return Math.min(BAN_LIMIT.minutes, Math.ceil((until - now) / MINUTE));
}
