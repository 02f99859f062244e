/** What is known of each game, once: the portal, the host and the simulator read it here. */
import {
  gameName,
  type Game,
  type GameName,
  type LogKind,
  type ServerActionName,
} from '../enumerations.ts';

/** The protocol of the remote control; `none`: it is only looked at, through its query port. */
export type Control = 'battleye' | 'webrcon' | 'none';

/** Whose commands a game's console has; `none`: it has none. */
export type ConsoleKind = 'dayz' | 'arma2' | 'arma3' | 'rust' | 'none';

/** One game. */
export interface GameFacts {
  /** Two letters for where its name has no room. */
  readonly sign: string;
  /** What it is drawn as beside its name. */
  readonly picture: 'biohazard' | 'crosshair' | 'flask' | 'hammer' | 'server' | 'target';
  readonly control: Control;
  readonly console: ConsoleKind;
  /** The ports of a server that is set up as it comes. An RCon port that is the game port goes where that goes. */
  readonly ports: { readonly game: number; readonly query: number; readonly rcon: number | null };
  /** How far above its query port those of further servers on one machine usually are. */
  readonly furtherPorts: readonly number[];
  /** Where Steam's queries are answered while no port is named: at one port, or so far above the game port. */
  readonly unnamedQuery: { readonly at: number } | { readonly above: number };
  /** What Steam's answers name as the game's folder, in lower case; none: whatever answers is taken for it. */
  readonly folders: readonly string[];
  /** By whose rules the keywords of Steam's answer are read; null: they say nothing. */
  readonly keywords: 'dayz' | 'arma' | 'rust' | null;
  /** What its remote control can be asked for. */
  readonly actions: readonly Askable[];
  /** The command that restarts it; empty where nothing can be asked. */
  readonly restart: string;
  /** Whether it is still locked after that. */
  readonly keepsLock: boolean;
  /** The identifier that it tells of everybody. */
  readonly identity: 'guid' | 'steam_id';
  /** Whether it says for how long it has been running. */
  readonly tellsUptime: boolean;
  /** Whether people wait for a place; elsewhere they are turned away. */
  readonly queues: boolean;
  /** Whether it reads from a file in its folder who comes first in its queue. */
  readonly priorityFile: boolean;
  /** Whether its map is made again now and then. */
  readonly wiped: boolean;
  /** The logs that tell more than its remote control. Their clock shows the server's time zone. */
  readonly logs: readonly LogKind[];
}

/** What a person can ask of a server, in the order in which it is offered. */
export const ASKABLE = [
  'RAW',
  'MESSAGE_PRIVATE',
  'MESSAGE_PUBLIC',
  'SERVER_LOCK',
  'SERVER_UNLOCK',
  'SERVER_RESTART',
  'SERVER_KICK',
] as const satisfies readonly ServerActionName[];
type Askable = (typeof ASKABLE)[number];

const DAYZ = {
  sign: 'DZ',
  picture: 'biohazard',
  control: 'battleye',
  console: 'dayz',
  ports: { game: 2302, query: 27016, rcon: 2306 },
  furtherPorts: [1, 2, 3, 4, 5, 6],
  unnamedQuery: { at: 27016 },
  folders: ['dayz'],
  keywords: 'dayz',
  actions: ASKABLE,
  // It ends its process, and its keeper starts it again.
  restart: '#shutdown',
  keepsLock: false,
  identity: 'guid',
  tellsUptime: false,
  queues: true,
  priorityFile: true,
  wiped: false,
  logs: ['dayz-adm', 'dayz-rpt'],
} as const satisfies GameFacts;

const ARMA3 = {
  sign: 'A3',
  picture: 'crosshair',
  control: 'battleye',
  console: 'arma3',
  ports: { game: 2302, query: 2303, rcon: 2306 },
  furtherPorts: [10, 20, 30, 100, 200, 300],
  unnamedQuery: { above: 1 },
  folders: ['arma3'],
  keywords: 'arma',
  actions: ASKABLE,
  restart: '#restartserver',
  keepsLock: false,
  identity: 'guid',
  tellsUptime: false,
  queues: false,
  priorityFile: false,
  wiped: false,
  logs: ['arma-console'],
} as const satisfies GameFacts;

const TABLE = {
  DAYZ,
  DAYZ_EXP: { ...DAYZ, sign: 'DX', picture: 'flask' },
  ARMA2: {
    ...ARMA3,
    sign: 'A2',
    picture: 'target',
    console: 'arma2',
    ports: { game: 2302, query: 2303, rcon: 2302 },
    folders: ['arma2arrowpc', 'arma2'],
    // The mission alone: it cannot restart its process.
    restart: '#restart',
    keepsLock: true,
  },
  ARMA3,
  RUST: {
    sign: 'RU',
    picture: 'hammer',
    control: 'webrcon',
    console: 'rust',
    ports: { game: 28015, query: 28017, rcon: 28016 },
    furtherPorts: [3, 6, 10, 20, 30],
    unnamedQuery: { above: 0 },
    folders: ['rust'],
    keywords: 'rust',
    actions: ['RAW', 'MESSAGE_PUBLIC', 'SERVER_RESTART', 'SERVER_KICK'],
    restart: 'quit',
    keepsLock: false,
    identity: 'steam_id',
    tellsUptime: true,
    queues: true,
    priorityFile: false,
    wiped: true,
    logs: [],
  },
  GENERIC: {
    sign: '?',
    picture: 'server',
    control: 'none',
    console: 'none',
    ports: { game: 27015, query: 27015, rcon: null },
    furtherPorts: [10, 20],
    unnamedQuery: { above: 0 },
    folders: [],
    keywords: null,
    actions: [],
    restart: '',
    keepsLock: false,
    identity: 'guid',
    tellsUptime: false,
    queues: false,
    priorityFile: false,
    wiped: false,
    logs: [],
  },
} as const satisfies Readonly<Record<GameName, GameFacts>>;

/** Every game. */
export const GAMES: Readonly<Record<GameName, GameFacts>> = TABLE;

/** The names of the games, in the order in which they are offered. */
export const GAME_NAMES = Object.keys(TABLE) as readonly GameName[];

/** What is known of a game, by its number. */
export function factsOf(game: Game): GameFacts {
  return GAMES[gameName(game)];
}

/** Whether servers of this game are logged in to. */
export function hasRemoteControl(game: Game): boolean {
  return factsOf(game).control !== 'none';
}

/** The games that are logged in to. */
type ControlledGame = {
  [Name in GameName]: (typeof TABLE)[Name]['control'] extends 'none' ? never : Name;
}[GameName];

/** Whether servers of this game are logged in to, by its name. */
export function isControlled(name: GameName): name is ControlledGame {
  return GAMES[name].control !== 'none';
}

/** The port where Steam's queries are answered while no port is named. */
export function unnamedQueryPort(name: GameName, gamePort: number): number {
  const { unnamedQuery } = GAMES[name];
  return 'at' in unnamedQuery ? unnamedQuery.at : Math.min(gamePort + unnamedQuery.above, 65_535);
}
