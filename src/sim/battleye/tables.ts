import type { BanEntry } from '../world/bans.ts';
import type { SimPlayer } from '../world/player.ts';
import type { Admin } from './rcon-server.ts';

/** How long somebody who left the lobby may stand in the list twice. */
const TWICE_MS = 2_000;

/**
 * The answer to `players`. A line feed in a name goes out as it is, as on a real server. An `odd`
 * list is out of order, and has those who just left the lobby with both of their rows.
 */
export function playersTable(players: readonly SimPlayer[], now = 0, odd = false): string {
  const listed = odd
    ? players
        .toSorted((left, right) => left.id - right.id)
        .flatMap((player) =>
          isTwice(player, now) ? [player, { ...player, lobby: true }] : [player],
        )
    : players;
  const rows = listed.map((player) => {
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
    `(${listed.length} players in total)`,
  ].join('\n');
}

function isTwice({ enteredAt }: SimPlayer, now: number): boolean {
  return enteredAt !== undefined && now - enteredAt < TWICE_MS;
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
