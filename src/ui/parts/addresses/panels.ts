/** What the address of a server's dashboard says, so that a link shows the same. */
import type { Direction, PlayerSort } from '../../../domain/queries.ts';
import type { FeedEntry } from '../../../protocol/feed/fields.ts';
import {
  POPULATION_BEFORE,
  POPULATION_SPANS,
  type PopulationBefore,
  type PopulationSpan,
} from '../../../protocol/servers/population.ts';
import { addressOf, oneOf, text, type Address } from './parameters.ts';

export const FEED_KINDS = [
  'join',
  'leave',
  'chat',
  'kick',
  'kept-out',
  'death',
  'hit',
  'state',
  'gap',
  'action',
  'rcon-admin',
  'configuration',
  'schedule',
] as const satisfies readonly FeedEntry['kind'][];
/** What the feed can be asked to show, but for what it usually does. */
export const FEED_CHOICES = ['all', ...FEED_KINDS] as const;
export const PANELS = ['players', 'feed', 'console', 'chart'] as const;
const SORTS = ['name', 'joined_at', 'ping'] as const satisfies readonly PlayerSort[];

export interface PanelsAddress {
  /** Contained in a player's name. */
  readonly text: string;
  readonly sort: PlayerSort;
  readonly direction: Direction;
  /** Which entries the feed shows; null is what it usually does: all but hits, which are many. */
  readonly kind: (typeof FEED_CHOICES)[number] | null;
  readonly span: PopulationSpan;
  /** How many days before lies what the chart is compared with; null: with nothing. */
  readonly compared: PopulationBefore | null;
  /** Which panel shows where there is room for one. */
  readonly panel: (typeof PANELS)[number];
}

/** The kinds of entries that a choice shows; empty is all. */
export function kindsOf(kind: PanelsAddress['kind']): readonly FeedEntry['kind'][] {
  // Among what was said it shows where something may be missing.
  if (kind === 'chat') return ['chat', 'gap'];
  if (kind === null) return FEED_KINDS.filter((one) => one !== 'hit');
  return kind === 'all' ? [] : [kind];
}

const DIRECTIONS = ['asc', 'desc'] as const satisfies readonly Direction[];

export const PANELS_ADDRESS: Address<PanelsAddress> = addressOf<PanelsAddress>({
  text: text('q'),
  sort: oneOf('sort', SORTS, 'joined_at'),
  direction: oneOf('dir', DIRECTIONS, 'asc'),
  kind: oneOf('feed', FEED_CHOICES, null),
  span: oneOf('span', POPULATION_SPANS, '24h'),
  compared: oneOf('compared', Object.keys(POPULATION_BEFORE) as PopulationBefore[], null),
  panel: oneOf('panel', PANELS, 'players'),
});
