/**
 * Reads people out of a text: an id a line, and after it perhaps a name and a comment; many ids on a line, as in DayZ's
 * `priority.txt`; a line of Rust's `users.cfg`; or a CSV with a heading, as buckets are saved. Nothing is guessed: a line that
 * says nobody is named, with why.
 */
import { bohemiaId, steamId64 } from '../../protocol/bans/fields.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { battleyeGuid, hexId } from '../../protocol/fields.ts';
import { cut } from '../resources/keys.ts';
import { PERSON_LINE_MAX } from './export.ts';
import { cellsOf, lastsUntil, linesOfRecord, separatorOf, type TimeFault } from './records.ts';

const NAME_MAX = 100;
/** A line of ids and nothing else may have those of a whole bucket, as DayZ's `priority.txt` has. */
const LIST_MAX = BUCKET_LIMIT.entries * 50;
/** As much of a refused line is shown. */
const SHOWN = 120;

type Identity = { steam_id: string } | { guid: string } | { bohemia_id: string };

/** Somebody of a text. */
export interface ReadPerson {
  readonly what:
    | ({ readonly kind: 'identity'; readonly name?: string } & Readonly<Identity>)
    | { readonly kind: 'person'; readonly muster_id: string };
  readonly comment: string;
  /** For how long; null: for ever; undefined: the text does not say. */
  readonly minutes?: number | null;
  /** It was to end later than an entry may that ends: it is for ever. */
  readonly endless?: true;
}

/** Why a line says nobody. */
export type PersonFault = 'no-id' | 'too-long' | TimeFault;

/** A line that says nobody. */
export interface RefusedPerson {
  readonly line: number;
  /** As much of it as is shown. */
  readonly text: string;
  readonly fault: PersonFault;
}

export interface ReadPeople {
  readonly people: readonly ReadPerson[];
  /** In which line each of them stands. */
  readonly lines: readonly number[];
  readonly refused: readonly RefusedPerson[];
}

/** Where a heading says that the cells of a record are. */
type Places = Readonly<Partial<Record<'name' | 'comment' | 'until', number>>>;

interface Heading {
  readonly places: Places;
  /** What is between cells; undefined: it has one. */
  readonly mark: string | undefined;
}

export function readPeople(text: string, now: number): ReadPeople {
  const people: ReadPerson[] = [];
  const places: number[] = [];
  const refused: RefusedPerson[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  let heading: Heading | null = null;
  for (let at = 0, count = 1; at < lines.length; at += count) {
    count = heading === null ? 1 : linesOfRecord(lines, at);
    const line = lines.slice(at, at + count).join('\n');
    if (line.trim() === '' || /^(#|;|\/\/)/.test(line.trim())) continue;
    const read: ReadLine =
      line.length > PERSON_LINE_MAX ? readLongLine(line, heading) : readLine(line, heading, now);
    if (typeof read === 'string') {
      refused.push({ line: at + 1, text: line.slice(0, SHOWN), fault: read });
    } else if (read.kind === 'heading') heading = read.heading;
    else {
      people.push(...read.people);
      places.push(...read.people.map(() => at + 1));
    }
  }
  return { people, lines: places, refused };
}

type ReadLine =
  | PersonFault
  | { readonly kind: 'heading'; readonly heading: Heading }
  | { readonly kind: 'people'; readonly people: readonly ReadPerson[] };

function readLongLine(line: string, heading: Heading | null): ReadLine {
  const listed = heading === null && line.length <= LIST_MAX ? listOf(line) : null;
  return listed === null ? 'too-long' : { kind: 'people', people: listed };
}

function readLine(line: string, heading: Heading | null, now: number): ReadLine {
  const rust = rustLine(line);
  if (rust !== null) return { kind: 'people', people: [rust] };
  const cells = cellsOf(line, heading?.mark);
  if (cells.every((cell) => cell === '')) return { kind: 'people', people: [] };
  if (heading === null) {
    const places = headingOf(cells);
    if (places !== null) return { kind: 'heading', heading: { places, mark: separatorOf(line) } };
    const listed = listOf(line);
    if (listed !== null) return { kind: 'people', people: listed };
  }
  const person = personOf(cells, heading?.places ?? {}, now);
  return typeof person === 'string' ? person : { kind: 'people', people: [person] };
}

/** `moderatorid 76561198000000001 "name" "reason"`, as Rust's `users.cfg` has it: who it is, and not what they may. */
function rustLine(line: string): ReadPerson | null {
  const said =
    /^\s*(?:owner|moderator)id\s+"?(\d{17})"?(?:\s+"([^"]*)")?(?:\s+"([^"]*)")?\s*$/i.exec(line);
  const [, id = '', name = '', reason = ''] = said ?? [];
  if (!steamId64.safeParse(id).success) return null;
  return identified({ steam_id: id }, name, reason);
}

/** The people of a line that is nothing but ids; null: it is another. */
function listOf(line: string): readonly ReadPerson[] | null {
  const ids = line.split(/[;,\s]+/).filter((word) => word !== '');
  const found = ids.map(identityOf);
  if (found.length < 2 || found.includes(null)) return null;
  return found.flatMap((identity) => (identity === null ? [] : [identified(identity, '', '')]));
}

function identified(identity: Identity, name: string, comment: string): ReadPerson {
  const called = cut(name.trim(), NAME_MAX);
  return {
    what: { kind: 'identity', ...identity, ...(called !== '' && { name: called }) },
    comment: cut(comment.trim(), BUCKET_LIMIT.comment),
  };
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

function personOf(cells: readonly string[], places: Places, now: number): ReadPerson | PersonFault {
  const [first = ''] = cells;
  const isPerson = hexId.safeParse(first).success;
  const at = isPerson ? 0 : cells.findIndex((cell) => identityOf(cell) !== null);
  const identity = identityOf(cells[at] ?? '');
  if (!isPerson && identity === null) return 'no-id';
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
  const { until } = places;
  const lasts = until === undefined ? null : lastsUntil(cells[until] ?? '', now);
  if (typeof lasts === 'string') return lasts;
  if (identity === null) return { what: { kind: 'person', muster_id: first }, comment, ...lasts };
  return { ...identified(identity, name, comment), ...lasts };
}

function identityOf(cell: string): Identity | null {
  if (steamId64.safeParse(cell).success) return { steam_id: cell };
  if (battleyeGuid.safeParse(cell.toLowerCase()).success) return { guid: cell.toLowerCase() };
  // Bohemia's ids are 44 characters; shorter words that only look like one are names.
  return cell.length === 44 && bohemiaId.safeParse(cell).success ? { bohemia_id: cell } : null;
}
