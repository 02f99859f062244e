import type { BanEntry } from '../world/bans.ts';
import type { SimPlayer } from '../world/player.ts';
import type { Admin } from './rcon-server.ts';

/** The answer to `players`. A line feed in a name goes out as it is, as on a real server. */
export function playersTable(players: readonly SimPlayer[]): string {
  const rows = players.map((player) => {
    const number = String(player.slot).padEnd(3);
    const endpoint = `${player.address}:${player.port}`.padEnd(21);
    const identity =
      player.guid === undefined || player.phase === 'connecting'
        ? '-'
        : player.guid + (player.phase === 'verified' ? '(OK)' : '(?)').padEnd(4);
    const ping = String(player.phase === 'connecting' ? -1 : player.ping).padEnd(4);
    const lobby = player.lobby ? ' (Lobby)' : '';
    return `${number} ${endpoint} ${ping} ${identity} ${player.name}${lobby}`;
  });
  return [
    'Players on server:',
    '[#] [IP Address]:[Port] [Ping] [GUID] [Name]',
    '-'.repeat(50),
    ...rows,
    `(${players.length} players in total)`,
  ].join('\n');
}

/** The answer to `bans`: the numbers of the second block go on where the first one ended. */
export function bansTable(
  guids: readonly BanEntry[],
  addresses: readonly BanEntry[],
  now: number,
): string {
  const row = (ban: BanEntry, number: number, width: number) =>
    `${String(number).padEnd(2)} ${ban.target.padEnd(width)} ${minutesLeft(ban, now).padEnd(4)} ${ban.reason}`;
  return [
    'GUID Bans:',
    '[#] [GUID] [Minutes left] [Reason]',
    '-'.repeat(40),
    ...guids.map((ban, index) => row(ban, index, 32)),
    '',
    'IP Bans:',
    '[#] [IP Address] [Minutes left] [Reason]',
    '-'.repeat(46),
    ...addresses.map((ban, index) => row(ban, guids.length + index, 15)),
  ].join('\n');
}

/** The answer to `admins`. */
export function adminsTable(admins: readonly Admin[]): string {
  return [
    'Connected RCon admins:',
    '[#] [IP Address]:[Port]',
    '-'.repeat(29),
    ...admins.map((admin) => `${admin.number} ${admin.remote.address}:${admin.remote.port}`),
  ].join('\n');
}

function minutesLeft(ban: BanEntry, now: number): string {
  if (ban.endsAt === undefined) return 'perm';
  return ban.endsAt <= now ? '-' : String(Math.ceil((ban.endsAt - now) / 60_000));
}
