/** Bans in force as lines of the games' own files. Addresses are in none: Muster shows how they begin, and no more. */
import { battleyeGuid } from '../players/battleye-guid.ts';
import { inForce } from './applies.ts';
import type { BanRow } from './row.ts';

/**
 * `bans.txt` is BattlEye's (DayZ, ArmA 2, ArmA 3), and BEC's: it has no form of its own, and names more files like it by
 * `BeCustomBanFiles` (https://github.com/TheGamingChief/BattlEye-Extended-Controls, `BecGuide.txt`). `bans.cfg` is Rust's.
 */
export const GAME_BAN_FILE = ['bans.txt', 'bans.cfg'] as const;
export type GameBanFile = (typeof GAME_BAN_FILE)[number];

/** The line of a ban; null: it is not in force, or that game knows whom it names by nothing that the ban has. */
export function gameBanLine(
  file: GameBanFile,
  ban: Pick<BanRow, 'status' | 'until' | 'steam_id' | 'guid' | 'name' | 'reason'>,
  now: number,
): string | null {
  if (ban.status !== 'ACTIVE' || !inForce(ban, now)) return null;
  const { steam_id, until } = ban;
  const end = until === null ? -1 : Math.ceil(until / 1_000);
  if (file === 'bans.txt') {
    const guid = ban.guid ?? (steam_id === null ? null : battleyeGuid(steam_id));
    return guid === null ? null : `${guid} ${end} ${bare(ban.reason)}\r\n`;
  }
  if (steam_id === null) return null;
  const quoted = (text: string) => `"${bare(text).replaceAll('"', "'")}"`;
  return `banid ${steam_id} ${quoted(ban.name)} ${quoted(ban.reason)} ${end}\r\n`;
}

/** On one line, and nothing that a game takes for more than a text. */
function bare(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('\\', '/')
    .trim();
}
