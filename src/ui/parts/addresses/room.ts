/** What the address of a server's dashboard says, so that a link shows the same. */
import type { Direction, PlayerSort } from '../../../domain/queries.ts';
import type { HistoryRow } from '../../../domain/rows.ts';
import type { FeedEntry } from '../../../protocol/feed/fields.ts';

export const FEED_KINDS = [
  'join',
  'leave',
  'chat',
  'kick',
  'death',
  'hit',
  'state',
  'gap',
  'action',
  'rcon-admin',
  'configuration',
] as const satisfies readonly FeedEntry['kind'][];
/** What the feed can be asked to show, but for what it usually does. */
export const FEED_CHOICES = ['all', ...FEED_KINDS] as const;
export const SPANS = ['24h', '7d', '90d'] as const satisfies readonly HistoryRow['span'][];
export const PANELS = ['players', 'feed', 'console', 'chart'] as const;
const SORTS = ['name', 'joined_at', 'ping'] as const satisfies readonly PlayerSort[];

export interface RoomAddress {
  /** Contained in a player's name. */
  readonly text: string;
  readonly sort: PlayerSort;
  readonly direction: Direction;
  /** Which entries the feed shows; null is what it usually does: all but hits, which are many. */
  readonly kind: (typeof FEED_CHOICES)[number] | null;
  readonly span: HistoryRow['span'];
  /** The player whose details show, by the play session. */
  readonly player: string | null;
  /** Which panel shows where there is room for one. */
  readonly panel: (typeof PANELS)[number];
}

/** The kinds of entries that a choice shows; empty is all. */
export function kindsOf(kind: RoomAddress['kind']): readonly FeedEntry['kind'][] {
  // Among what was said it shows where something may be missing.
  if (kind === 'chat') return ['chat', 'gap'];
  if (kind === null) return FEED_KINDS.filter((one) => one !== 'hit');
  return kind === 'all' ? [] : [kind];
}

/** Reads an address; what it does not know is as it always is. */
export function readAddress(search: string): RoomAddress {
  const params = new URLSearchParams(search);
  const among = <T extends string>(name: string, known: readonly T[]): T | undefined =>
    known.find((one) => one === params.get(name));
  return {
    text: params.get('q') ?? '',
    sort: among('sort', SORTS) ?? 'joined_at',
    direction: params.get('dir') === 'desc' ? 'desc' : 'asc',
    kind: among('feed', FEED_CHOICES) ?? null,
    span: among('span', SPANS) ?? '24h',
    player: params.get('player'),
    panel: among('panel', PANELS) ?? 'players',
  };
}

/** The address of what shows; what is as it always is does not show. Begins with `?` or is empty. */
export function writeAddress(address: RoomAddress): string {
  const { text, sort, direction, kind, span, player, panel } = address;
  const params = new URLSearchParams();
  if (text !== '') params.set('q', text);
  if (sort !== 'joined_at') params.set('sort', sort);
  if (direction !== 'asc') params.set('dir', direction);
  if (kind !== null) params.set('feed', kind);
  if (span !== '24h') params.set('span', span);
  if (player !== null) params.set('player', player);
  if (panel !== 'players') params.set('panel', panel);
  const search = params.toString();
  return search === '' ? '' : `?${search}`;
}
