import type { GameWorld } from '../world/game-world.ts';
import { chatJson, type RustChat } from './chat.ts';
import { serverJson } from './frame.ts';
import { describeWorld } from './island.ts';
import type { RustView } from './payloads.ts';
import {
  playerList,
  positionTable,
  serverInfo,
  sleepers,
  statusText,
  teamTable,
} from './payloads.ts';

/** A line that the console keeps for those who ask for its tail. */
export interface ConsoleEntry {
  readonly message: string;
  readonly at: number;
}

/** What a command may look at and change. */
export interface RustCommandContext {
  readonly view: RustView;
  readonly lines: readonly ConsoleEntry[];
  readonly chats: readonly RustChat[];
  readonly sleeping: ReadonlyMap<string, string>;
  /** The server speaks in the chat. */
  readonly announce: (text: string) => void;
  readonly quit: () => void;
  /** Undefined calls a countdown off. */
  readonly countDown: (seconds: number | undefined, reason: string) => void;
  /** Whether plugins are loaded by Oxide. */
  readonly oxide: boolean;
}

/** One frame of an answer, so many milliseconds after the command. */
export interface Reply {
  readonly message: string;
  readonly afterMs: number;
}

type Handler = (args: readonly string[], context: RustCommandContext, text: string) => string;

/** Runs one command. An unknown one is met with silence, saving with several frames over time. */
export function runRustCommand(text: string, context: RustCommandContext): readonly Reply[] {
  const [, given = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const name = given.toLowerCase().replace(/^global\./, '');
  if (name === 'server.save') return saving(context, ['']);
  if (name === 'quit') {
    context.quit();
    return saving(context, ['Config Saved']);
  }
  if (name === 'oxide.version' && !context.oxide) return [];
  const handler = COMMANDS.get(name);
  if (handler === undefined) return [];
  const args = [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
  return [{ message: handler(args, context, rest), afterMs: 0 }];
}

const SAVE_STEPS = [0, 15, 65, 80, 95, 110];

function saving({ view }: RustCommandContext, last: readonly string[]): readonly Reply[] {
  const uptime = (view.now - view.bootedAt) / 1000;
  const { entities, seed, size } = describeWorld(view.name, uptime);
  return [
    'Invalidate Network Cache took 0.01 seconds',
    `[RustNav] Saving navmesh to path: server/muster/proceduralmap.${size}.${seed}.288.navmesh...`,
    '[RustNav] Successfully saved navmesh (29194 pending tiles) in 49.8256 ms',
    savedLine(entities),
    'Saving complete',
    ...last,
  ].map((message, index) => ({ message, afterMs: SAVE_STEPS[index] ?? 0 }));
}

/** The line that each save prints. */
export function savedLine(entities: number): string {
  return `Saved ${entities.toLocaleString('en-US')} ents, cache(0.15), write(0.01), disk(0.01).`;
}

const COMMANDS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['playerlist', (_, { view }) => playerList(view)],
  ['serverinfo', (_, { view }) => serverInfo(view)],
  ['status', (_, { view }) => statusText(view)],
  ['playerlistpos', (_, { view }) => positionTable(view)],
  ['teaminfo', ([steamId = ''], { view }) => teamTable(view, steamId)],
  ['sleepingusers', (_, { sleeping }) => sleepers(sleeping)],
  ['say', say],
  ['kick', kick],
  ['ban', ban],
  ['banid', banId],
  ['unban', unban],
  ['banlistex', (_, { view }) => banListEx(view.world)],
  ['ownerid', ([id = '', name = '']) => `Added owner ${name}, steamid ${id}`],
  ['moderatorid', ([id = '', name = '']) => `Added moderator ${name}, steamid ${id}`],
  ['removeowner', ([id = '']) => `Removed Owner: ${id}`],
  ['removemoderator', ([id = '']) => `Removed Moderator: ${id}`],
  ['server.writecfg', () => 'Config Saved'],
  ['console.tail', consoleTail],
  ['chat.tail', chatTail],
  ['restart', restart],
  ['oxide.version', () => 'Oxide.Rust Version: 2.0.6712\nOxide.Rust Branch: master'],
  ['server.maxplayers', (_, { view }) => convar('server.maxplayers', String(view.world.slots))],
  ['server.hostname', (_, { view }) => convar('server.hostname', view.name)],
  ['server.level', (_, { view }) => convar('server.level', view.world.facts.map)],
  ['server.seed', (_, { view }) => convar('server.seed', String(describeWorld(view.name, 0).seed))],
  [
    'server.worldsize',
    (_, { view }) => convar('server.worldsize', String(describeWorld(view.name, 0).size)),
  ],
]);

function convar(name: string, value: string): string {
  return `${name}: "${value}"`;
}

function say(_args: readonly string[], { announce }: RustCommandContext, text: string): string {
  announce(text);
  return '';
}

function kick(
  [who = '', reason = 'no reason given']: readonly string[],
  context: RustCommandContext,
): string {
  const { world } = context.view;
  const player = findPlayer(world, who);
  if (player === undefined) return 'Player not found';
  context.announce(`Kicking ${player.name} (${reason})`);
  world.kick(player.id, `Kicked: ${reason}`);
  return `Kicked: ${player.name}`;
}

function ban(
  [who = '', reason = 'no reason given']: readonly string[],
  context: RustCommandContext,
): string {
  const { world } = context.view;
  const player = findPlayer(world, who);
  if (player?.steamId === undefined) return 'Player not found';
  world.steamBans.set(player.steamId, { name: player.name, reason, endsAt: undefined });
  context.announce(`Kickbanning ${player.name} (${reason})`);
  world.kick(player.id, `Banned: ${reason}`);
  return `Kickbanned User: ${player.steamId} - ${player.name}`;
}

function banId(
  [steamId = '', name = 'unnamed', reason = 'no reason', expiry]: readonly string[],
  { view }: RustCommandContext,
): string {
  if (!/^\d{17}$/.test(steamId)) return `This doesn't appear to be a 64bit steamid: ${steamId}`;
  const { world } = view;
  if (world.steamBans.has(steamId)) return `User ${steamId} is already banned`;
  const seconds = Number(expiry ?? -1);
  const endsAt = seconds > 0 ? seconds * 1000 : undefined;
  world.steamBans.set(steamId, { name, reason, endsAt });
  const player = findPlayer(world, steamId);
  if (player !== undefined) world.kick(player.id, `Banned: ${reason}`);
  return `Banned User: ${steamId} - "${name}" for "${reason}"`;
}

function unban([steamId = '']: readonly string[], { view }: RustCommandContext): string {
  if (!view.world.steamBans.delete(steamId)) return `User ${steamId} isn't banned`;
  return `Unbanned User: ${steamId}`;
}

function banListEx({ steamBans }: GameWorld): string {
  return [...steamBans]
    .map(([steamId, { name, reason, endsAt }], index) => {
      const expiry = endsAt === undefined ? -1 : Math.floor(endsAt / 1000);
      return `${index + 1} ${steamId} "${name}" "${reason}" ${expiry}\n`;
    })
    .join('');
}

function consoleTail([count = '128']: readonly string[], { lines }: RustCommandContext): string {
  return serverJson(
    tail(lines, count).map(({ message, at }) => ({
      Message: message,
      Stacktrace: '',
      Type: 'Generic',
      Time: Math.floor(at / 1000),
    })),
  );
}

function chatTail([count = '128']: readonly string[], { chats, view }: RustCommandContext): string {
  return chatJson(tail(chats, count), view.old);
}

function restart(
  [seconds = '300', reason = '']: readonly string[],
  { countDown }: RustCommandContext,
): string {
  const whole = Number(seconds);
  countDown(whole < 0 ? undefined : whole, reason);
  return whole < 0 ? 'Restart interrupted!' : '';
}

function tail<Item>(items: readonly Item[], count: string): readonly Item[] {
  const wanted = /^\d+$/.test(count) ? Number(count) : 0;
  return wanted === 0 ? [] : items.slice(-wanted);
}

function findPlayer(world: GameWorld, who: string) {
  return world.roster().find(({ steamId, name }) => steamId === who || name === who);
}
