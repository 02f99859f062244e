import type { GameName } from '../protocol/enumerations.ts';

/** The games that speak BattlEye RCon. */
export type SimGame = Extract<GameName, 'DAYZ' | 'DAYZ_EXP' | 'ARMA2' | 'ARMA3'>;

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
  /** DayZ makes people wait when it is full; ArmA turns them away. */
  readonly queues: boolean;
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
  queues: true,
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
    queues: false,
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
    queues: false,
    chatChannels: ARMA_CHANNELS,
    missions: ['Liberation.Altis.pbo', 'King_of_the_Hill.Altis.pbo', 'Antistasi.Tanoa.pbo'],
  },
};

/** The values that `--game` takes. */
export const SIM_GAMES: readonly SimGame[] = ['DAYZ', 'DAYZ_EXP', 'ARMA2', 'ARMA3'];
