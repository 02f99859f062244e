/**
 * What a line for a game's console may do, and so what its sender must be allowed to do. A game reads more
 * spellings than one: where a line could be read as a command, it needs what that command needs.
 */
import type { GameName, ServerActionName } from '../../protocol/enumerations.ts';
import { commandTable } from '../../protocol/games/commands.ts';
import type { CommandDeed, KnownCommand } from '../../protocol/games/command.ts';
import { GAMES } from '../../protocol/games/games.ts';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import { readWords, splitLine } from './command-line.ts';

/** One command of a line, as far as it can be told which one it is. */
export interface ReadCommand {
  /** What it is, or may be; empty: nothing that is known. */
  readonly known: readonly KnownCommand[];
  /** It is written as its name is, and nothing else can be meant by it. */
  readonly plain: boolean;
  readonly words: readonly string[];
  /** All that follows its name, as written. */
  readonly rest: string;
}

/** Commands that run others are followed so deep. */
const DEPTH_MAX = 8;
/** A beginning of a name may stand for it, from so many letters on. */
const SHORTEST = 2;

/** The commands of a line, those that they run among them. */
export function readCommands(game: GameName, text: string): readonly ReadCommand[] {
  return splitLine(text, GAMES[game].control === 'webrcon').flatMap((part) =>
    readOne(commandTable(game), part, 0),
  );
}

function readOne(
  table: readonly KnownCommand[],
  part: string,
  depth: number,
): readonly ReadCommand[] {
  const { sigil, name, rest, clean, words } = readWords(part);
  const exact = table.filter((one) => keyOf(one.name) === `${sigil}${name}`);
  const plain = clean && exact.length > 0;
  const known = exact.length > 0 ? exact : table.filter((one) => mayMean(one.name, name));
  const read: ReadCommand = { known, plain, words, rest };
  if (!known.some(({ runs }) => runs === true)) return [read];
  if (depth === DEPTH_MAX || rest === '') return [{ ...read, plain: false }];
  return [read, ...readInner(table, rest, depth)];
}

/** What runs is written with a sign or without one. */
function readInner(
  table: readonly KnownCommand[],
  rest: string,
  depth: number,
): readonly ReadCommand[] {
  const both = [rest, `#${rest}`].map((text) => readOne(table, text, depth + 1));
  const named = both.filter(([first]) => (first?.known.length ?? 0) > 0);
  const plain = named.filter(([first]) => first?.plain === true);
  return (plain.length > 0 ? plain : named.length > 0 ? named : both).flat();
}

const keyOf = (name: string) => name.toLowerCase().replace(/^global\./, '');

/** Whether a game might take `written` for the command: another sign before it, its beginning alone, a number behind it. */
function mayMean(command: string, written: string): boolean {
  const name = keyOf(command).replace(/^#/, '');
  const bare = written.replace(/[\d_.]+$/, '');
  return bare === name || (bare.length >= SHORTEST && name.startsWith(bare));
}

/**
 * What somebody needs to send a line to a game's console, in the protocol's order: the console itself, what each
 * command does, and `server.action.console-raw` for what is not known or not plainly written.
 */
export function commandNeeds(game: GameName, text: string): readonly ServerPermission[] {
  const read = readCommands(game, text);
  const needs = new Set<ServerPermission>(['server.action.console']);
  for (const { known, plain, words, rest } of read) {
    if (!plain) needs.add('server.action.console-raw');
    for (const one of known) {
      for (const permission of plain ? byArgument(one, words, rest) : one.needs)
        needs.add(permission);
    }
  }
  if (read.length === 0) needs.add('server.action.console-raw');
  return SERVER_PERMISSION.filter((permission) => needs.has(permission));
}

/** The command that a line is, by its name; null where it is several, none that is known, or not plainly written. */
export function commandName(game: GameName, text: string): string | null {
  const [only, ...more] = readCommands(game, text);
  return only?.plain === true && more.length === 0 ? (only.known[0]?.name ?? null) : null;
}

/** What a line is asked about before it is sent; null where it is sent at once. */
export type CommandQuestion =
  /** The question of the button that does the same. */
  { readonly kind: 'action'; readonly action: ServerActionName } | { readonly kind: 'command' };

/** How a line is asked about: a button's question, where it is one command that does what the button does. */
export function commandQuestion(game: GameName, text: string): CommandQuestion | null {
  const read = readCommands(game, text);
  const dangerous = read.filter(({ known }) => known.some((one) => one.dangerous === true));
  if (dangerous.every(({ plain, known, words }) => plain && known.every(isAsking(words)))) {
    return null;
  }
  const [only] = read;
  const one = only?.known[0];
  if (read.length > 1 || only?.plain !== true || one === undefined) return { kind: 'command' };
  const action = buttonOf(game, one);
  return action === null ? { kind: 'command' } : { kind: 'action', action };
}

/** What leaves nobody on a server. */
const EMPTIES: ReadonlySet<CommandDeed> = new Set([
  'kick-all',
  'restart',
  'restart-countdown',
  'shutdown',
]);

/** Whether a line disconnects everybody who is on the server. */
export function disconnectsAll(game: GameName, text: string): boolean {
  return readCommands(game, text).some(({ known }) =>
    known.some((one) => EMPTIES.has(one.does) || buttonOf(game, one) === 'SERVER_RESTART'),
  );
}

/** A setting without a value is asked for. */
const isAsking = (words: readonly string[]) => (one: KnownCommand) =>
  one.byArgument === 'value' && words.length === 0;

/** The action whose button does what the command does. */
export function buttonOf(game: GameName, { name, as }: KnownCommand): ServerActionName | null {
  return as ?? (name === GAMES[game].restart ? 'SERVER_RESTART' : null);
}

function byArgument(
  { needs, byArgument: by }: KnownCommand,
  words: readonly string[],
  rest: string,
): readonly ServerPermission[] {
  if (by === undefined) return needs;
  switch (by) {
    case 'value':
      return words.length === 0 ? [] : needs;
    case 'receiver': {
      const [receiver = ''] = words;
      if (receiver === '-1') return ['server.action.message-public'];
      return /^\d{1,4}$/.test(receiver) ? ['server.action.message-private'] : needs;
    }
    // BattlEye knows no quotes, and Rust reads one behind a stroke otherwise: the time may be another word.
    case 'minutes':
      return [banOf(rest.includes('"') ? undefined : words[1], MINUTE)];
    case 'expiry':
      return [banOf(rest.includes('\\') ? undefined : words[3], HOUR)];
  }
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A ban for longer is one for good, as in the portal's own. Seconds. */
const LONGEST_BAN = 730 * DAY;
const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  m: MINUTE,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
  M: 30 * DAY,
  Y: 365 * DAY,
};

/** Without a time, with none that is known, with zero or with more than two years a ban is for good. `unit`: seconds. */
function banOf(time: string | undefined, unit: number): ServerPermission {
  const [, digits, letter] = /^([1-9]\d{0,15})([a-zA-Z]?)$/.exec(time ?? '') ?? [];
  const seconds = Number(digits) * (letter === '' ? unit : (UNITS[letter ?? ''] ?? LONGEST_BAN));
  return seconds <= LONGEST_BAN ? 'server.bans.add-temporary' : 'server.bans.add-permanent';
}
