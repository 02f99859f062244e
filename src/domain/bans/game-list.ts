/** The ban list that a game keeps itself, as its console prints it. What another tool wrote may be of any form. */
import type { Control } from '../../protocol/games/games.ts';

/** An entry of it. */
export interface GameBan {
  /** GUID, SteamID64 or address, whichever the game has it by. */
  readonly identity: string;
  /** Epoch ms; null: for good. What is over, and not removed yet, has a moment that is past. BattlEye counts in minutes. */
  readonly until: number | null;
  readonly reason: string;
}

export interface GameList {
  /** `number`: where it stands; behind an entry that is removed the others move up. */
  readonly bans: readonly (GameBan & { readonly number: number })[];
  /** Nothing of the text was left out: what is absent here is absent in the game. */
  readonly whole: boolean;
}

/** What asks a game for it. */
export const GAME_LIST_COMMAND = {
  battleye: 'bans',
  webrcon: 'banlistex',
} as const satisfies Record<Exclude<Control, 'none'>, string>;
type ListingControl = Exclude<Control, 'none'>;

/** Entries of one list that are read: real ones have some hundreds. */
export const GAME_LIST_MOST = 5_000;

export function readGameList(control: ListingControl, text: string, now: number): GameList {
  const list = control === 'battleye' ? parseBattleye(text, now) : parseRust(text);
  const whole = list.whole && list.bans.length <= GAME_LIST_MOST;
  return { bans: list.bans.slice(0, GAME_LIST_MOST), whole };
}

const TITLES = ['GUID Bans:', 'IP Bans:'];
const HEADINGS = /^(?:\[#\] |-{5,}\s*$)/;
const BATTLEYE = /^(\d+)\s+([0-9a-f]{32}|\d+\.\d+\.\d+\.\d+)\s+(perm|-|\d{1,9})(?:[ \t]+(.*))?$/;
const MINUTE = 60_000;

/** GUIDs first, then addresses; the numbering runs through both, and both titles are there where nobody is banned. */
function parseBattleye(text: string, now: number): GameList {
  const bans: GameList['bans'][number][] = [];
  let titles = 0;
  let dropped = 0;
  for (const line of text.split(/\r?\n/).map((one) => one.trimEnd())) {
    if (line === TITLES[titles]) titles += 1;
    else if (line !== '' && !HEADINGS.test(line)) {
      const [, number, identity, left, reason = ''] = BATTLEYE.exec(line) ?? [];
      if (identity === undefined) dropped += 1;
      else bans.push({ number: Number(number), identity, until: endOf(left, now), reason });
    }
  }
  return { bans, whole: dropped === 0 && titles === TITLES.length };
}

function endOf(left: string | undefined, now: number): number | null {
  if (left === 'perm') return null;
  return left === '-' ? 0 : now + Number(left) * MINUTE;
}

/** Name and reason are between quotes, and may have quotes and ends of lines in them. */
const RUST = /(\d+) (\d{17}) "([^]*?)" (-?\d{1,13})\r?(?:\n|$)/y;

function parseRust(text: string): GameList {
  const bans: GameList['bans'][number][] = [];
  const from = new RegExp(RUST);
  while (from.lastIndex < text.length) {
    const [, number, identity = '', said = '', ends] = from.exec(text) ?? [];
    if (number === undefined) return { bans, whole: false };
    const between = said.lastIndexOf('" "');
    const reason = between === -1 ? '' : said.slice(between + 3);
    const until = Number(ends) > 0 ? Number(ends) * 1_000 : null;
    bans.push({ number: Number(number), identity, until, reason });
  }
  return { bans, whole: true };
}
