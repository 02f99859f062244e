import { WATCHED_EVENT } from '../../protocol/enumerations.ts';
import { ERROR } from '../../protocol/errors.ts';
import { UI_COMPONENT } from '../../protocol/session/events.ts';
import { TOPIC } from '../../protocol/streams.ts';

/** The games' maps that everybody knows; a map of somebody's own goes like any other text. */
const MAPS = [
  'chernarusplus',
  'enoch',
  'sakhal',
  'namalsk',
  'deerisle',
  'takistanplus',
  'Altis',
  'Stratis',
  'Tanoa',
  'Malden',
  'Livonia',
  'VR',
  'Chernarus',
  'Takistan',
  'Zargabad',
  'Utes',
  'Procedural Map',
  'Barren',
  'HapisIsland',
  'CraggyIsland',
];

/** The channels of the games' chats. */
const CHANNELS = [
  'Global',
  'Side',
  'Command',
  'Group',
  'Vehicle',
  'Direct',
  'Unknown',
  'Team',
  'Local',
  'Server',
];

const LANGUAGES = ['de', 'en', 'es', 'fr', 'pt-br', 'pt', 'ru', 'default'];

/** Texts that a redacted recording keeps: all of them are this software's own or the games'. */
export const SAFE_WORDS: ReadonlySet<string> = new Set<string>([
  ...MAPS,
  ...CHANNELS,
  ...CHANNELS.map((channel) => channel.toLowerCase()),
  ...LANGUAGES,
  ...Object.keys(ERROR),
  ...WATCHED_EVENT,
  ...UI_COMPONENT,
  ...TOPIC,
]);
