import type { SimGame } from '../../sim/games.ts';
import type { FleetServer } from './fleet-server.ts';

type Row = readonly [
  game: SimGame,
  identifier: string,
  name: string,
  map: string | null,
  timezone: string,
  slots: number,
  players: number,
  restartEveryHours: number,
  firstRestartMinutes: number,
  trouble?: FleetServer['trouble'],
];

/* oxfmt-ignore */
/** Two dozen servers, so ordered that the first few are of every kind and something happens on them soon. */
const ROWS: readonly Row[] = [
  ['DAYZ', 'Chernarus Evenings', 'Chernarus Evenings | 1PP | Vanilla+', null, 'Europe/Berlin', 60, 290, 4, 97],
  ['RUST', 'Rustwater Main', 'Rustwater Main | Monthly | Max 8', null, 'Europe/Amsterdam', 400, 361, 24, 655],
  ['ARMA3', 'Altis Life Nord', '[DE] Altis Life Nord | Roleplay', null, 'Europe/Berlin', 110, 96, 6, 11],
  ['GENERIC', 'Valley Zomboid', 'Valley Zomboid | no whitelist', 'Muldraugh', 'Europe/Paris', 32, 18, 0, 0],
  ['ARMA2', 'Takistan Warfare', 'Takistan Warfare CO | Veteran', null, 'Europe/Warsaw', 50, 24, 12, 241, 'comes-and-goes'],
  ['DAYZ_EXP', 'Experimental Woods', 'Experimental Woods | 1PP', null, 'Europe/Prague', 60, 33, 4, 7],
  ['DAYZ', 'Livonia Hardcore', 'Livonia Hardcore | Trader | Loot x2', 'enoch', 'Europe/Warsaw', 50, 38, 4, 3],
  ['ARMA3', 'Milsim Tuesday', '3rd Company | Milsim Tuesday | private', null, 'Europe/London', 64, 31, 0, 0, 'password-refused'],
  ['RUST', 'Rustwater Trio', 'Rustwater Trio | Weekly', null, 'Europe/Amsterdam', 200, 174, 24, 402],
  ['DAYZ', 'Namalsk Reborn', 'Namalsk Reborn [RU] | PvP', 'namalsk', 'Europe/Moscow', 60, 54, 3, 18],
  ['DAYZ', 'Deer Isle PvE', 'Deer Isle PvE | US East | Quests', 'deerisle', 'America/New_York', 80, 71, 6, 140],
  ['RUST', 'Lone Wolf Solo', 'Lone Wolf | Solo only | EU', 'Procedural Map', 'Europe/London', 100, 62, 24, 29],
  ['DAYZ', 'Sakhal Whiteout', 'Sakhal Whiteout | Survival | 3PP', 'sakhal', 'Europe/Helsinki', 60, 51, 4, 52],
  ['ARMA3', 'King of the Hill', 'King of the Hill #3 | EU | Infantry', 'Stratis', 'Europe/Amsterdam', 100, 97, 6, 34],
  ['DAYZ', 'Chernarus NA Hard', 'Chernarus Hardcore NA | 1PP', null, 'America/Chicago', 60, 46, 4, 75],
  ['RUST', 'Five Times Friday', 'Five Times Friday | 5x | Kits', 'Barren', 'America/New_York', 150, 88, 12, 213],
  ['ARMA3', 'Tanoa Antistasi', 'Antistasi Ultimate | Tanoa | persistent', 'Tanoa', 'Europe/Paris', 40, 19, 12, 388],
  ['DAYZ', 'Takistan Plus BR', 'Takistan Plus [BR] | Loot++', 'takistanplus', 'America/Sao_Paulo', 60, 57, 4, 163],
  ['DAYZ', 'Banov Deathmatch', 'Banov Deathmatch | 24/7', 'banov', 'Europe/Prague', 40, 39, 2, 43],
  ['DAYZ_EXP', 'Experimental Sakhal', 'Experimental Sakhal | 3PP', 'sakhal', 'America/New_York', 60, 16, 4, 126],
  ['ARMA2', 'Domination Islands', 'Domination! 2 | Chernarus | PvE', 'Chernarus', 'Europe/Madrid', 40, 14, 12, 300],
  ['RUST', 'Builders Bay', 'Builders Bay | Creative | no decay', 'CraggyIsland', 'Australia/Sydney', 50, 13, 24, 520],
  ['ARMA3', 'Wasteland Stratis', 'A3Wasteland Stratis [AU]', 'Stratis', 'Australia/Sydney', 60, 33, 6, 88],
  ['DAYZ', 'Quiet Livonia', 'Quiet Livonia | Friends | 1PP', 'enoch', 'Europe/Vienna', 20, 3, 6, 231],
];

/** The fleet that a demo shows unless it is asked for more. */
export const FLEET: readonly FleetServer[] = ROWS.map(
  (
    [game, identifier, name, map, timezone, slots, players, every, first, trouble = 'none'],
    index,
  ) => ({
    game,
    identifier,
    name,
    map,
    timezone,
    slots,
    players,
    seed: index + 1,
    restartEveryHours: every,
    firstRestartMinutes: first,
    trouble,
  }),
);
