import type { Control } from '../../protocol/games/games.ts';
import type { Random } from '../random.ts';

/** Names that a careless parser trips over. All of them are possible in these games. */
const EVERYWHERE = [
  'Tired (Lobby)',
  'Ann: not a chat line',
  '(Global) Bob: hi',
  'players in total',
  '(3 players in total)',
  'Piotr(POL)',
  'volk[Филин]',
  'GUID: unknown',
  'Trailing ',
  'Trailing  (Lobby) ',
  '"quoted"',
  '"',
  "D'Angelo",
  'back\\slash',
  '🐺 Wolf',
  'мышь🐭',
  '👨‍👩‍👧‍👦 family',
  'disconnected',
  'Player #7',
  '0',
  '-1',
  'has been kicked by BattlEye',
  '日本の旅人',
  'a',
  '%s%d%n',
  '<b>bold</b>',
  'wavy~line',
  'admin #0: (To Bob)',
  ': ',
  '::',
  ')',
  '()',
  'null',
  'undefined',
  // Marks that turn the direction of what follows, as pasted right-to-left names carry them.
  '\u202Eedis rehto\u202C',
  'שלום\u200F (עולם)',
  'محمد\u200F',
  '\u2067مرحبا\u2069: x',
  // Letters with more marks on them than fit a line, and one letter written in two ways.
  'z\u0335\u0321a\u0334\u0322l\u0336\u0327g\u0337\u0328o',
  'Zoe\u0308',
  'Zo\u00EB',
  'no\u00A0break\u200Bspace',
  'x'.repeat(64),
  `${'ы'.repeat(56)} (Lobby)`,
  '🐺'.repeat(32),
  ']'.repeat(64),
];

/** Names that look like what BattlEye prints. */
const BATTLEYE = [
  'Bob (192.0.2.7:2304) connected',
  'Bob disconnected',
  'Bob - BE GUID: 0123456789abcdef0123456789abcdef',
  'Bob - GUID: 0123456789abcdef0123456789abcdef (unverified)',
  'Verified GUID (0123456789abcdef0123456789abcdef) of player #3 B',
  'B (0123456789abcdef0123456789abcdef) has been kicked by BattlEye',
  'Bob (-) has been kicked by BattlEye: Admin Kick',
  'RCon admin #0: (Global) hi',
  '(Side) Bob: hi',
  '(Unknown) ',
  '0   192.0.2.7:2304        31   -',
  '0123456789abcdef0123456789abcdef(OK) Bob',
];

/** Names that look like what Rust's console prints, and line feeds, which its JSON lets through. */
const WEBRCON = [
  'Bob joined [windows/76561190000000009]',
  'Bob with steamid 76561190000000009 joined from ip 192.0.2.7:19008',
  'Bob[76561190000000009] has spawned',
  'Bob disconnecting: closing',
  '192.0.2.7:5000/76561190000000009/Bob',
  'Bob[76561190000000009] was killed by Eve[76561190000000008]',
  'Bob was killed by fall!',
  '[CHAT] Bob[76561190000000009] : hi',
  '[EAC] Kicking 76561190000000009 / Bob (x)',
  '[event] assets',
  'a/b/c',
  '[1/76561190000000009]',
  'two\nlines',
  'feed\r\nBob[76561190000000009] has spawned',
  'tab\there',
];

const OF_A_PROTOCOL: Readonly<Record<Control, readonly string[]>> = {
  battleye: BATTLEYE,
  webrcon: WEBRCON,
  none: [],
};

/** One of them, half of the time one that is made for the server's own protocol. */
export function awkwardName(random: Random, control: Control): string {
  const own = OF_A_PROTOCOL[control];
  return random.pick(own.length > 0 && random.chance(0.4) ? own : EVERYWHERE);
}
