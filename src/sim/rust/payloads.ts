import type { GameWorld } from '../world/game-world.ts';
import type { SimPlayer } from '../world/player.ts';
import { serverJson } from './frame.ts';
import { describeWorld, positionOf } from './island.ts';
import { lastForcedWipe } from './wipe.ts';

const DAY_MS = 86_400_000;
/** The date at which Rust's own calendar begins when a world is made. */
const GAME_EPOCH = Date.UTC(1983, 3, 26, 9);
const GAME_SPEED = 24;

/** What the answers about a server are made of. */
export interface RustView {
  readonly world: GameWorld;
  readonly name: string;
  readonly now: number;
  readonly bootedAt: number;
  readonly restarting: boolean;
  readonly old: boolean;
  readonly version: string;
}

/** `playerlist`, with the wire's own misspelling. */
export function playerList({ world, now }: RustView): string {
  return serverJson(
    world.roster().map((player) => ({
      SteamID: player.steamId ?? '0',
      OwnerSteamID: '0',
      DisplayName: player.name,
      Ping: player.ping,
      Address: `${player.address}:${player.port}`,
      ConnectedSeconds: Math.floor((now - player.joinedAt) / 1000),
      VoiationLevel: 0,
      CurrentLevel: 0,
      UnspentXp: 0,
      Health: healthOf(player),
    })),
  );
}

/** `serverinfo`. Older servers know nothing of reserved slots and versions. */
export function serverInfo(view: RustView): string {
  const { world, name, now, bootedAt, restarting, old, version } = view;
  const uptime = Math.floor((now - bootedAt) / 1000);
  return serverJson({
    Hostname: name,
    MaxPlayers: world.slots,
    Players: world.count,
    Queued: world.line.length,
    Joining: world.joining,
    ...(old ? {} : { ReservedSlots: 0 }),
    EntityCount: describeWorld(name, uptime).entities,
    GameTime: americanDate(GAME_EPOCH + (((now - bootedAt) * GAME_SPEED) % (365 * DAY_MS))),
    Uptime: uptime,
    Map: world.facts.map,
    Framerate: 67,
    Memory: 4_103,
    ...(old ? {} : { MemoryUsageSystem: 9_163 }),
    Collections: 89 + Math.floor(uptime / 60),
    NetworkIn: world.count * 1_200,
    NetworkOut: world.count * 9_800,
    Restarting: restarting,
    SaveCreatedTime: americanDate(lastForcedWipe(now)),
    ...(old ? {} : { Version: Number(version), Protocol: `${version}.288.1` }),
  });
}

/** `status`, text for people. */
export function statusText({ world, name, now, version }: RustView): string {
  const rows = world
    .roster()
    .map((player) => [
      player.steamId ?? '0',
      `"${player.name}"`,
      String(player.ping),
      `${((now - player.joinedAt) / 1000).toFixed(1)}s`,
      `${player.address}:${player.port}`,
      '',
      '0.0',
      '0',
      String(1_000_000 + player.id),
    ]);
  const columns = [
    'id',
    'name',
    'ping',
    'connected',
    'addr',
    'owner',
    'violation',
    'kicks',
    'entityId',
  ];
  return [
    `hostname: ${name}`,
    `version : ${version} secure (secure mode enabled, connected to Steam3)`,
    `map     : ${world.facts.map}`,
    `players : ${world.count} (${world.slots} max) (${world.line.length} queued) (${world.joining} joining)`,
    '',
    textTable(columns, rows).replace(/\n$/, '\r\n'),
  ].join('\n');
}

/** `playerlistpos`. */
export function positionTable({ world, now }: RustView): string {
  const vector = (parts: readonly number[]) =>
    `(${parts.map((part) => part.toFixed(1)).join(', ')})`;
  return textTable(
    ['SteamID', 'DisplayName', 'POS', 'ROT'],
    world
      .roster()
      .map((player) => [
        player.steamId ?? '0',
        player.name,
        vector(positionOf(player.id, now)),
        vector([Math.cos(player.id), -0.3, Math.sin(player.id)]),
      ]),
  );
}

/** `teaminfo`: people who came one after another play together, three at a time. */
export function teamTable({ world }: RustView, steamId: string): string {
  const roster = world.roster();
  const asked = roster.find((player) => player.steamId === steamId);
  if (asked === undefined) return 'Player not found';
  const team = roster.filter(({ id }) => Math.floor(id / 3) === Math.floor(asked.id / 3));
  if (team.length === 1) return 'Player is not in a team';
  return textTable(
    ['steamID', 'username', 'online', 'leader'],
    team.map((player, index) => [player.steamId ?? '0', player.name, 'x', index === 0 ? 'x' : '']),
  );
}

/** `sleepingusers`: the bodies of those who left. */
export function sleepers(people: ReadonlyMap<string, string>): string {
  const lines = [...people].map(([steamId, name]) => `${steamId}:${name}\n`);
  return `${lines.join('')}${people.size} sleeping users\n`;
}

function healthOf({ id, score }: SimPlayer): number {
  return 40 + ((id * 37 + score * 11) % 60);
}

function americanDate(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year} ${time}`;
}

/** A table as Rust prints it: columns as wide as their widest entry, one blank between them. */
function textTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' ');
  return `${[columns, ...rows].map(line).join('\n')}\n`;
}
