/** Whose card is open, in the address of whatever page one is on. */
import { navigate } from 'wouter/use-browser-location';
import type { FeedPlayer } from '../../../domain/feed/same-player.ts';
import { to } from '../../../domain/routes/routes.ts';
import { addressOf, pattern, withParameter } from '../addresses/parameters.ts';

const PARAMETER = 'player';
const FORM = /^([0-9a-f]{24})\.(p|s)([0-9a-f]{24})$/;
const ADDRESS = addressOf({ player: pattern(PARAMETER, FORM) });

/** Somebody on a server: by the id that they keep, or else by their stay. */
export type PlayerRef = Pick<FeedPlayer, 'id' | 'muster_id'> & { readonly serverId: string };

function written({ serverId, id, muster_id }: PlayerRef): string | null {
  if (muster_id !== null) return `${serverId}.p${muster_id}`;
  return id === null ? null : `${serverId}.s${id}`;
}

/** Whom an address names; null: nobody. */
export function readPlayer(search: string): PlayerRef | null {
  const found = FORM.exec(ADDRESS.read(search).player ?? '');
  if (found === null) return null;
  const [, serverId = '', kind, id = ''] = found;
  return kind === 'p' ? { serverId, muster_id: id, id: null } : { serverId, muster_id: null, id };
}

/** The address of somebody's card on their server's page; null: nobody knows who it is. */
export function playerHref(player: PlayerRef & { readonly id: string }): string;
export function playerHref(player: PlayerRef): string | null;
export function playerHref(player: PlayerRef): string | null {
  const value = written(player);
  return value === null
    ? null
    : to.serverDashboard(player.serverId) + ADDRESS.write({ player: value });
}

/** Opens somebody's card over the page that one is on, or closes it with null. The page stays as it is. */
export function showPlayer(player: PlayerRef | null): void {
  const value = player === null ? null : written(player);
  const search = withParameter(location.search, PARAMETER, value);
  navigate(location.pathname + search + location.hash, { replace: true });
}
