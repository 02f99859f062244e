/**
 * DayZ's admin log (.ADM), line by line. Names hold anything, quotes and whole lines too, so that a name
 * ends where a valid id follows and what comes after it is something that the log says.
 */
import type { Position } from '../contract.ts';
import { LIMITS } from '../limits.ts';

/** Somebody as a line names them. */
export interface AdmPerson {
  readonly name: string;
  /** Bohemia's account id; null where the line says 'Unknown' or none. */
  readonly id: string | null;
  readonly position: Position | null;
  /** Marked as dead already. */
  readonly dead: boolean;
}

/** Who or what hurt somebody. */
export interface AdmHarm {
  readonly player: AdmPerson | null;
  /** What the log calls it where it is no player, localised; empty for a player. */
  readonly cause: string;
  readonly weapon: string | null;
  /** Metres. */
  readonly distance: number | null;
}

export type AdmEntry =
  | { readonly kind: 'blank' | 'ruler' | 'list-end' | 'emote' | 'unexplained' }
  | {
      readonly kind: 'started';
      readonly year: number;
      readonly month: number;
      readonly day: number;
      readonly ofDay: number;
    }
  | { readonly kind: 'list'; readonly players: number }
  | { readonly kind: 'report'; readonly text: string }
  | { readonly kind: 'chat'; readonly person: AdmPerson; readonly text: string }
  | { readonly kind: 'hit'; readonly person: AdmPerson; readonly hit: AdmHit }
  | { readonly kind: 'killed'; readonly person: AdmPerson; readonly by: AdmHarm }
  | { readonly kind: 'built'; readonly person: AdmPerson; readonly text: string }
  | { readonly kind: AdmState; readonly person: AdmPerson };

export interface AdmHit extends AdmHarm {
  readonly health: number | null;
  readonly zone: string | null;
  readonly damage: number | null;
  readonly ammo: string | null;
}

/** What a line says of somebody that needs no more words. */
export type AdmState =
  | 'connecting'
  | 'connected'
  | 'disconnected'
  | 'listed'
  | 'died'
  | 'bled-out'
  | 'drowned'
  | 'suicide'
  | 'unconscious'
  | 'conscious'
  | 'respawning';

/** A line: its time in milliseconds since midnight where it has one. */
export interface AdmLine {
  readonly ofDay: number | null;
  readonly entry: AdmEntry;
}

const ID = String.raw`(?:[\w+/-]{43}=|[0-9A-Fa-f]{40}|Unknown|)`;
const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const PLACE = `<${NUMBER}, ${NUMBER}, ${NUMBER}>`;
/** The end of a name: what stands between it and what is said of its owner. */
const NAME_END = new RegExp(
  String.raw`["']?(?<dead> \(DEAD\))? ?\(id=(?<id>${ID})(?: pos=(?<place>${PLACE}))?\)`,
  'g',
);
const TIMED = /^(\d\d):(\d\d):(\d\d) \| (.*)$/s;
const STARTED = /^AdminLog started on (\d{4})-(\d\d)-(\d\d) at (\d\d):(\d\d):(\d\d)$/;
const OLD_CONNECTED = new RegExp(`^Player "(.*)" is connected \\(id=(${ID})\\)$`, 's');
const CHAT = new RegExp(String.raw`^Chat\("(.*?)" ?\(id=(${ID})\)\): ?(.*)$`, 's');

const STATES: readonly (readonly [RegExp, AdmState])[] = [
  [/^is connecting$/, 'connecting'],
  [/^is connected$/, 'connected'],
  [/^has been disconnected$/, 'disconnected'],
  [/^$/, 'listed'],
  [new RegExp(`^died\\. Stats> Water: ${NUMBER} Energy: ${NUMBER} Bleed sources: \\d+$`), 'died'],
  [/^bled out$/, 'bled-out'],
  [/^drowned$/, 'drowned'],
  [/^committed suicide\.?$/, 'suicide'],
  [/^is unconscious$/, 'unconscious'],
  [/^regained consciousness$/, 'conscious'],
  [/^is choosing to respawn$/, 'respawning'],
];
const ACTS = [
  /^(?:Built|Dismantled|Destroyed|Repaired|Buried|Dug (?:in|out)) ./,
  /^(?:placed|folded|packed|repaired|buried|dug (?:in|out)) ./,
  /^(?:Player \S+ )?(?:Mounted .+ on|Unmounted .+ from) ./,
  /^performed \S/,
  /^was teleported from: </,
];
/** Free words never hold what only the end of a name looks like. */
const HOLDS_A_NAME = /\(id=/;

const HIT = /^(?:\[HP: (-?[\d.e+-]+)\] ?)?hit by (.+)$/s;
const HURT = new RegExp(
  String.raw`^into ([^()]+)\((-?\d+)\) for (${NUMBER}) damage \(([^()]*)\)(?: with (.+?))?(?: from (${NUMBER}) meters)?$`,
  's',
);
const ZONE_ENDS = /^\(-?\d+\) for /;
const WITH = new RegExp(String.raw`^(?:with (.*?))?(?: ?from (${NUMBER}) meters)?$`, 's');

/** Reads one line, without its end. */
export function readAdmLine(line: string): AdmLine {
  const timed = TIMED.exec(line);
  if (timed === null) return { ofDay: null, entry: untimed(line) };
  const [, hours, minutes, seconds, text = ''] = timed;
  return { ofDay: ofDay(hours, minutes, seconds), entry: said(text) };
}

function untimed(line: string): AdmEntry {
  if (line.trim() === '') return { kind: 'blank' };
  if (/^\*{5,}(?:EOF\*+)?$/.test(line.trim())) return { kind: 'ruler' };
  const started = STARTED.exec(line.trim());
  if (started === null) return { kind: 'unexplained' };
  const [, year, month, day, hours, minutes, seconds] = started;
  return {
    kind: 'started',
    year: Number(year),
    month: Number(month),
    day: Number(day),
    ofDay: ofDay(hours, minutes, seconds),
  };
}

function said(text: string): AdmEntry {
  const list = /^##### PlayerList log: (\d+) players?$/.exec(text);
  if (list !== null) return { kind: 'list', players: Number(list[1]) };
  if (text === '#####') return { kind: 'list-end' };
  if (text.startsWith('[emote] ')) return { kind: 'emote' };
  if (text.startsWith('PLAYER REPORT: ')) return { kind: 'report', text: text.slice(15) };
  const chat = CHAT.exec(text);
  if (chat !== null) {
    return { kind: 'chat', person: personOf(chat[1] ?? '', chat[2]), text: chat[3] ?? '' };
  }
  return ofPlayer(text) ?? { kind: 'unexplained' };
}

function ofPlayer(text: string): AdmEntry | null {
  const old = OLD_CONNECTED.exec(text);
  if (old !== null) return { kind: 'connected', person: personOf(old[1] ?? '', old[2]) };
  if (!text.startsWith('Player ')) return null;
  for (const { person, rest } of people(text.slice('Player '.length))) {
    const entry = about(person, rest.startsWith(' ') ? rest.slice(1) : rest);
    if (entry !== null) return entry;
  }
  return null;
}

/**
 * Where the name may end, the last place first: a name can hold what looks like an earlier one. No name is
 * longer than the limit, so that there are few places.
 */
function people(text: string): readonly { person: AdmPerson; rest: string }[] {
  const quoted = text.startsWith('"') || text.startsWith("'");
  const quote = quoted ? text.charAt(0) : '';
  return [...text.matchAll(NAME_END)]
    .flatMap((end) => {
      const ended = text.charAt(end.index) === quote || !quoted;
      if (end.index > LIMITS.name) return [];
      if (!ended || end.index < quote.length) return [];
      const name = text.slice(quote.length, end.index).replace(/ $/, quoted ? ' ' : '');
      const { id, dead, place } = end.groups ?? {};
      const person = {
        ...personOf(name, id),
        position: placeOf(place),
        dead: dead !== undefined,
      };
      return [{ person, rest: text.slice(end.index + end[0].length) }];
    })
    .toReversed();
}

function about(person: AdmPerson, text: string): AdmEntry | null {
  for (const [pattern, kind] of STATES) if (pattern.test(text)) return { kind, person };
  const hit = HIT.exec(text);
  if (hit !== null) {
    const harm = hitOf(hit[2] ?? '');
    if (harm === null) return null;
    return { kind: 'hit', person, hit: { ...harm, health: numberOr(hit[1]) } };
  }
  if (text.startsWith('killed by ')) {
    const by = harmOf(text.slice('killed by '.length));
    return by === null ? null : { kind: 'killed', person, by };
  }
  if (HOLDS_A_NAME.test(text)) return null;
  return isAct(text) ? { kind: 'built', person, text } : null;
}

function isAct(text: string): boolean {
  if (ACTS.some((act) => act.test(text))) return true;
  if (!/^has (?:raised|lowered) ./.test(text)) return false;
  const on = text.indexOf(' on ', 'has raised x'.length);
  return on > 0 && text.indexOf(' at <', on + ' on x'.length) > 0;
}

function hitOf(text: string): Omit<AdmHit, 'health'> | null {
  for (const { player, rest } of causes(text)) {
    const hurt = HURT.exec(rest.trimEnd());
    if (hurt === null) continue;
    const [, zone = '', , damage, ammo = '', weapon, distance] = hurt;
    return {
      ...player,
      weapon: weapon ?? null,
      distance: numberOr(distance),
      zone,
      damage: numberOr(damage),
      ammo,
    };
  }
  const harm = harmOf(text);
  return harm === null ? null : { ...harm, zone: null, damage: null, ammo: null };
}

function harmOf(text: string): AdmHarm | null {
  for (const { player, rest } of causes(text)) {
    const tail = WITH.exec(rest.trimEnd());
    if (tail === null || HOLDS_A_NAME.test(rest)) continue;
    return { ...player, weapon: tail[1] ?? null, distance: numberOr(tail[2]) };
  }
  return null;
}

/** Who may be meant, with what follows: players by their id, else everything up to a word of the log. */
function causes(
  text: string,
): readonly { player: Pick<AdmHarm, 'player' | 'cause'>; rest: string }[] {
  const named = text.startsWith('Player ')
    ? people(text.slice('Player '.length)).map(({ person, rest }) => ({
        player: { player: person, cause: '' },
        rest: rest.trimStart(),
      }))
    : [];
  if (named.length > 0) return named;
  if (text === '' || HOLDS_A_NAME.test(text)) return [];
  const end = endOfCause(text);
  return [{ player: { player: null, cause: text.slice(0, end) }, rest: text.slice(end + 1) }];
}

/** Where a word of the log follows what it calls a cause, the first of them; the end where none does. */
function endOfCause(text: string): number {
  const distance = / from [\d.]+ meters$/.exec(text)?.index ?? -1;
  const ends = [intoZone(text), text.indexOf(' with ', 1), distance];
  return Math.min(...ends.filter((at) => at > 0), text.length);
}

/** The first ' into ZONE(number) for ', where the zone holds no parentheses; -1 where there is none. */
function intoZone(text: string): number {
  let into = text.indexOf(' into ', 1);
  while (into >= 0) {
    const zone = into + ' into '.length;
    const parenthesis = zone + text.slice(zone).search(/[()]/);
    if (parenthesis < zone) return -1;
    const shot = ZONE_ENDS.test(text.slice(parenthesis, parenthesis + 32));
    if (shot && parenthesis > zone) return into;
    // Whatever begins before the same parenthesis ends as this one does.
    into = text.indexOf(' into ', parenthesis);
  }
  return -1;
}

function personOf(name: string, id: string | undefined): AdmPerson {
  const known = id === undefined || id === '' || id === 'Unknown' ? null : id;
  return { name, id: known, position: null, dead: false };
}

/** The log prints east, north, height. */
function placeOf(text: string | undefined): Position | null {
  if (text === undefined) return null;
  const [x = 0, y = 0, height = 0] = text.slice(1, -1).split(', ').map(Number);
  return { x, y, height };
}

function numberOr(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

function ofDay(hours = '0', minutes = '0', seconds = '0'): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}
