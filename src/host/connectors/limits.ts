import { PLAYERS_PER_SERVER } from '../../protocol/players/limits.ts';

/**
 * What one game server may make the host read, keep and show. The games allow less of each, with room to
 * spare; what is more is cut, left out or taken for unknown, here and nowhere else.
 */
export const LIMITS = {
  /** Players, places, people who wait. */
  count: 65_535,
  /** Milliseconds. */
  ping: 65_535,
  /** Characters of a player's name: Steam allows 32, and BattlEye's tables hold no longer ones. */
  name: 128,
  /** Characters of a server's name, of its map and its version. */
  label: 256,
  /** Characters of a line of the console, of what somebody says and of why somebody is kicked. */
  line: 4_096,
  /** Characters of a line of a game's own log; the longest of those that were seen have some 320. */
  logLine: 2_048,
  /** Characters of what a command is answered with: a list of some 1,500 bans. */
  answer: 131_072,
  /** Rows of a player list. */
  players: PLAYERS_PER_SERVER,
  /** Characters of JSON that tells one thing that was said or reported, before it is read. */
  said: 65_536,
  /** Bytes of an answer that comes in parts. */
  parts: 524_288,
  /** Bytes of one message of a websocket: a console's tail with a stack of errors at every line. */
  message: 2_097_152,
  /** JSON of a websocket: a row of a player list has some eleven fields, and Rust nests three deep. */
  json: { depth: 16, fields: 32_000, commas: 40_000 },
  /** Metres on the map, distances too: no map is as wide. */
  metres: 1_000_000,
  damage: 1_000_000,
  /** Epoch milliseconds: no server says when it began or was wiped by a later one, the year 2100. */
  moment: 4_102_444_800_000,
} as const;

/** How much of one server is heard in a time; a burst may be saved up. */
export const BUDGET = {
  /** Messages of the websocket, datagrams. */
  messages: { burst: 4_000, perSecond: 200 },
  /** Characters or bytes of them. */
  bytes: { burst: 8_388_608, perSecond: 524_288 },
} as const;

/** A text of at most so many characters; where it was cut, it says so by its end. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - 1;
  const halved = text.charCodeAt(end - 1) >> 10 === 0b110110;
  return `${text.slice(0, halved ? end - 1 : end)}…`;
}

/** A figure from 0 to `most`, whole; what is none, or more, is unknown. */
export function figure(value: number | null | undefined, most: number): number | null {
  if (value === null || value === undefined || !(value >= 0 && value <= most)) return null;
  return Math.floor(value);
}
