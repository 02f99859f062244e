import type { GameName } from '../protocol/enumerations.ts';

/** The games that can be simulated; GENERIC is a server that answers Steam's queries alone. */
export type SimGame = GameName;

/** What distinguishes one game's server from another's on the wire. */
export interface GameFacts {
  readonly title: string;
  /** Steam's number of the game; in A2S INFO as the game id. */
  readonly appId: number;
  readonly appIdInHeader: number;
  readonly map: string;
  readonly folder: string;
  readonly description: string;
  readonly version: string;
  readonly defaultName: string;
  readonly ports: { readonly game: number; readonly query: number; readonly rcon: number };
  /** How the server is ruled from afar. */
  readonly control: 'battleye' | 'webrcon' | 'none';
  /** DayZ and Rust make people wait when they are full; the others turn them away. */
  readonly queues: boolean;
  /** DayZ keeps the names of its players to itself when Steam asks. */
  readonly nameless: boolean;
  readonly vac: boolean;
  /** Query answers beyond this many bytes are split; DayZ sends one datagram of any length. */
  readonly splitAbove: number | undefined;
  /** The steps in which restarts are announced. */
  readonly countdown: 'DAYZ' | 'ARMA' | 'RUST';
  readonly chatChannels: readonly string[];
  readonly missions: readonly string[];
}

const DAYZ: GameFacts = {
  title: 'DayZ',
  appId: 221100,
  appIdInHeader: 0,
  map: 'chernarusplus',
  folder: 'dayz',
  description: 'DayZ',
  version: '1.29.163709',
  defaultName: 'Chernarus Evenings | 1PP | Vanilla+',
  ports: { game: 2302, query: 27016, rcon: 2306 },
  control: 'battleye',
  queues: true,
  nameless: true,
  vac: true,
  splitAbove: undefined,
  countdown: 'DAYZ',
  chatChannels: ['Global', 'Direct'],
  missions: ['dayzOffline.chernarusplus'],
};

const ARMA_CHANNELS = [
  'Lobby',
  'Global',
  'Side',
  'Command',
  'Group',
  'Vehicle',
  'Direct',
  'Unknown',
];

const ARMA = {
  control: 'battleye',
  queues: false,
  nameless: false,
  vac: false,
  splitAbove: 1248,
  countdown: 'ARMA',
} as const;

/** The figures of each simulated game. */
export const GAMES: Readonly<Record<SimGame, GameFacts>> = {
  DAYZ,
  DAYZ_EXP: {
    ...DAYZ,
    title: 'DayZ Experimental',
    appId: 1024020,
    version: '1.30.164014',
    defaultName: 'Experimental Woods | 1PP',
  },
  ARMA2: {
    title: 'ArmA 2: Operation Arrowhead',
    appId: 33930,
    appIdInHeader: 33930,
    map: 'Takistan',
    folder: 'arma2arrowpc',
    description: 'Warfare',
    version: '1.63.131129',
    defaultName: 'Takistan Warfare CO',
    ports: { game: 2302, query: 2303, rcon: 2302 },
    ...ARMA,
    chatChannels: ARMA_CHANNELS,
    missions: ['Warfare.Takistan.pbo', 'Domination.Chernarus.pbo'],
  },
  ARMA3: {
    title: 'Arma 3',
    appId: 107410,
    appIdInHeader: 0,
    map: 'Altis',
    folder: 'Arma3',
    description: 'Liberation',
    version: '2.18.152405',
    defaultName: 'Altis Liberation Nights',
    ports: { game: 2302, query: 2303, rcon: 2306 },
    ...ARMA,
    chatChannels: ARMA_CHANNELS,
    missions: ['Liberation.Altis.pbo', 'King_of_the_Hill.Altis.pbo', 'Antistasi.Tanoa.pbo'],
  },
  RUST: {
    title: 'Rust',
    appId: 252490,
    appIdInHeader: 0,
    map: 'Procedural Map',
    folder: 'rust',
    description: 'Rust',
    version: '2633',
    defaultName: 'Rusty Weekends | Weekly | Solo/Duo/Trio',
    ports: { game: 28015, query: 28017, rcon: 28016 },
    control: 'webrcon',
    queues: true,
    nameless: false,
    vac: true,
    splitAbove: 1248,
    countdown: 'RUST',
    chatChannels: ['Global', 'Global', 'Global', 'Team'],
    missions: [],
  },
  GENERIC: {
    title: 'Source',
    appId: 4000,
    appIdInHeader: 4000,
    map: 'gm_construct',
    folder: 'garrysmod',
    description: 'Sandbox',
    version: '2025.03.26',
    defaultName: 'Building Together | Sandbox',
    ports: { game: 27015, query: 27015, rcon: 0 },
    control: 'none',
    queues: false,
    nameless: false,
    vac: true,
    splitAbove: 1248,
    countdown: 'ARMA',
    chatChannels: ['Global'],
    missions: [],
  },
};

/** The values that `--game` takes. */
export const SIM_GAMES: readonly SimGame[] = [
  'DAYZ',
  'DAYZ_EXP',
  'ARMA2',
  'ARMA3',
  'RUST',
  'GENERIC',
];
