import type { GameName } from '../protocol/enumerations.ts';
import { GAMES, type GameFacts } from '../protocol/games/games.ts';
import { RUST_CAUSES } from './rust/wording.ts';
import { ARMA_LIVES, DAYZ_LIVES, RUST_LIVES, SOURCE_LIVES, type Lives } from './world/lives.ts';

/** The games that can be simulated; GENERIC is a server that answers Steam's queries alone. */
export type SimGame = GameName;

/** A game with what its simulated server says and how: a second opinion, which no connector reads. */
export interface SimFacts extends GameFacts {
  readonly title: string;
  /** Steam's number of the game; in A2S INFO as the game id. */
  readonly appId: number;
  readonly appIdInHeader: number;
  readonly map: string;
  readonly folder: string;
  readonly description: string;
  readonly version: string;
  readonly defaultName: string;
  /** How Steam's queries are worded. */
  readonly query: 'dayz' | 'arma2' | 'arma3' | 'rust' | 'source';
  /** DayZ keeps the names of its players to itself when Steam asks. */
  readonly nameless: boolean;
  readonly vac: boolean;
  /** Query answers beyond this many bytes are split; DayZ sends one datagram of any length. */
  readonly splitAbove: number | undefined;
  /** Minutes before a restart at which it is announced, as is usual for the game. */
  readonly countdown: readonly number[];
  /** Who throws out a player who cannot be heard well, and what they say. */
  readonly pingKick: { readonly by: 'game' | 'battleye' | 'anti-cheat'; readonly why: string };
  /** What people are hurt and killed by. */
  readonly causes: readonly string[];
  readonly chatChannels: readonly string[];
  readonly missions: readonly string[];
  /** Milliseconds that people load the map for before they are on the server. */
  readonly loadMs: number;
  readonly lives: Lives;
  /** Most servers are nearly empty. */
  readonly mostlyEmpty: boolean;
  /** How BattlEye words what it says of this game. */
  readonly battleye: BattleyeWords;
}

/** What differs between the games that BattlEye rules. */
export interface BattleyeWords {
  /** GUIDs come as `BE GUID`, elsewhere as `GUID` and `(unverified)`. */
  readonly beGuid: boolean;
  /** The GUID of before is told too. */
  readonly legacyGuid: boolean;
  /** A kick without a reason has empty brackets. */
  readonly emptyBrackets: boolean;
  /** What `commands` lists beyond what it lists for every game. */
  readonly alsoLists: readonly string[];
  /** The commands that are handed on to the game. */
  readonly gameCommands: readonly string[];
}

const COMMON_COMMANDS = ['#lock', '#unlock', '#shutdown', '#kick'];
const ARMA_COMMANDS = [
  ...COMMON_COMMANDS,
  '#restart',
  '#reassign',
  '#missions',
  '#mission',
  '#init',
  '#exec',
  '#monitor',
  '#debug',
  '#userlist',
];

const DAYZ_WORDS: BattleyeWords = {
  beGuid: true,
  legacyGuid: false,
  emptyBrackets: false,
  alsoLists: [],
  gameCommands: COMMON_COMMANDS,
};
const ARMA_WORDS: BattleyeWords = {
  ...DAYZ_WORDS,
  beGuid: false,
  emptyBrackets: true,
  gameCommands: ARMA_COMMANDS,
};

const COMMON = {
  nameless: false,
  splitAbove: 1248,
  countdown: [10, 5, 1],
  pingKick: { by: 'game', why: 'Ping too high' },
  causes: ['Infected', 'Starvation', 'Bled out', 'Fall', 'Suicide'],
  missions: [],
  loadMs: 0,
  mostlyEmpty: false,
  battleye: ARMA_WORDS,
} as const satisfies Partial<SimFacts>;

const ARMA = {
  ...COMMON,
  vac: false,
  chatChannels: ['Lobby', 'Global', 'Side', 'Command', 'Group', 'Vehicle', 'Direct', 'Unknown'],
  lives: ARMA_LIVES,
} as const;

const DAYZ: SimFacts = {
  ...COMMON,
  ...GAMES.DAYZ,
  title: 'DayZ',
  appId: 221100,
  appIdInHeader: 0,
  map: 'chernarusplus',
  folder: 'dayz',
  description: 'DayZ',
  version: '1.29.163709',
  defaultName: 'Chernarus Evenings | 1PP | Vanilla+',
  query: 'dayz',
  nameless: true,
  vac: true,
  splitAbove: undefined,
  countdown: [90, 60, 45, 30, 20, 15, 10, 5, 2, 1],
  pingKick: { by: 'battleye', why: 'Query Timeout' },
  chatChannels: ['Global', 'Direct'],
  missions: ['dayzOffline.chernarusplus'],
  lives: DAYZ_LIVES,
  battleye: DAYZ_WORDS,
};

/** Each simulated game. */
export const SIM_GAMES: Readonly<Record<SimGame, SimFacts>> = {
  DAYZ,
  DAYZ_EXP: {
    ...DAYZ,
    ...GAMES.DAYZ_EXP,
    title: 'DayZ Experimental',
    appId: 1024020,
    version: '1.30.164014',
    defaultName: 'Experimental Woods | 1PP',
  },
  ARMA2: {
    ...ARMA,
    ...GAMES.ARMA2,
    title: 'ArmA 2: Operation Arrowhead',
    appId: 33930,
    appIdInHeader: 33930,
    map: 'Takistan',
    folder: 'arma2arrowpc',
    description: 'Warfare',
    version: '1.63.131129',
    defaultName: 'Takistan Warfare CO',
    query: 'arma2',
    missions: ['Warfare.Takistan.pbo', 'Domination.Chernarus.pbo'],
    battleye: { ...ARMA_WORDS, legacyGuid: true, alsoLists: ['MaxPing'] },
  },
  ARMA3: {
    ...ARMA,
    ...GAMES.ARMA3,
    title: 'Arma 3',
    appId: 107410,
    appIdInHeader: 0,
    map: 'Altis',
    folder: 'Arma3',
    description: 'Liberation',
    version: '2.18.152405',
    defaultName: 'Altis Liberation Nights',
    query: 'arma3',
    missions: ['Liberation.Altis.pbo', 'King_of_the_Hill.Altis.pbo', 'Antistasi.Tanoa.pbo'],
    battleye: {
      ...ARMA_WORDS,
      gameCommands: [
        ...ARMA_COMMANDS,
        '#restartserver',
        '#restartserveraftermission',
        '#shutdownaftermission',
      ],
    },
  },
  RUST: {
    ...COMMON,
    ...GAMES.RUST,
    title: 'Rust',
    appId: 252490,
    appIdInHeader: 0,
    map: 'Procedural Map',
    folder: 'rust',
    description: 'Rust',
    version: '2633',
    defaultName: 'Rusty Weekends | Weekly | Solo/Duo/Trio',
    query: 'rust',
    vac: true,
    countdown: [30, 15, 10, 5, 1],
    pingKick: { by: 'anti-cheat', why: 'EAC: Authentication timed out (1/2)' },
    causes: RUST_CAUSES,
    chatChannels: ['Global', 'Global', 'Global', 'Team'],
    loadMs: 25_000,
    lives: RUST_LIVES,
    mostlyEmpty: true,
  },
  GENERIC: {
    ...COMMON,
    ...GAMES.GENERIC,
    title: 'Source',
    appId: 4000,
    appIdInHeader: 4000,
    map: 'gm_construct',
    folder: 'garrysmod',
    description: 'Sandbox',
    version: '2025.03.26',
    defaultName: 'Building Together | Sandbox',
    query: 'source',
    vac: true,
    chatChannels: ['Global'],
    lives: SOURCE_LIVES,
  },
};

/** Whether RCon is answered on the game port. */
export function sharesPort({ ports }: Pick<GameFacts, 'ports'>): boolean {
  return ports.rcon === ports.game;
}
