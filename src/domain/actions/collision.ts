/** Whether somebody did just now what somebody else is about to do: on the same player or server. */
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import type { ServerActionRequest } from '../../protocol/actions/calls.ts';
import type { FeedPlayer } from '../feed/same-player.ts';
import type { FeedRow, IntentionRow } from '../rows.ts';

/** What was done longer ago collides with nothing. */
export const COLLISION_MS = 10_000;

/** What is about to be asked of a server. */
export interface Plan {
  readonly action: ServerActionRequest['action'];
  /** The play session and the person behind it, for what is done to a player. */
  readonly player: {
    readonly id: string;
    readonly muster_id: string | null;
    readonly name: string;
  } | null;
}

/** Somebody's action that the plan would double or cross. */
export interface Collision {
  readonly id: string;
  readonly at: number;
  /** null: a tool other than this portal, or the game itself. */
  readonly by: { readonly muster_id: string; readonly display_name: string } | null;
  /** Whether the one who plans did it, in whichever tab or browser. */
  readonly own: boolean;
  readonly did: Did;
}

type Did =
  | { readonly kind: 'action'; readonly action: Action; readonly state: State }
  /** The player is gone: kicked by another tool or by the game. */
  | { readonly kind: 'kicked' }
  /** Another tool said something. */
  | { readonly kind: 'said' };
type ActionEntry = Extract<FeedEntry, { kind: 'action' }>;
type Action = ActionEntry['action'];
type State = 'pending' | ActionEntry['outcome'];

const { RAW, MESSAGE_PRIVATE, MESSAGE_PUBLIC, SERVER_LOCK, SERVER_UNLOCK } = SERVER_ACTION;
const { SERVER_RESTART, SERVER_KICK, WHITELIST_PAUSE, WHITELIST_RESUME } = SERVER_ACTION;

/** Which actions on the same server (for those on a player: on the same player) each one minds. */
const MINDS: Readonly<Record<Plan['action'], readonly Action[]>> = {
  [RAW]: [RAW, SERVER_RESTART],
  [MESSAGE_PUBLIC]: [MESSAGE_PUBLIC, SERVER_RESTART],
  [SERVER_LOCK]: [SERVER_LOCK, SERVER_UNLOCK, SERVER_RESTART],
  [SERVER_UNLOCK]: [SERVER_LOCK, SERVER_UNLOCK, SERVER_RESTART],
  [SERVER_RESTART]: [SERVER_RESTART, SERVER_LOCK, SERVER_UNLOCK, MESSAGE_PUBLIC, RAW],
  [MESSAGE_PRIVATE]: [MESSAGE_PRIVATE, SERVER_KICK, SERVER_RESTART],
  [SERVER_KICK]: [MESSAGE_PRIVATE, SERVER_KICK, SERVER_RESTART],
  [WHITELIST_PAUSE]: [WHITELIST_PAUSE, WHITELIST_RESUME],
  [WHITELIST_RESUME]: [WHITELIST_PAUSE, WHITELIST_RESUME],
};

const ON_PLAYER: readonly Action[] = [MESSAGE_PRIVATE, SERVER_KICK];

/** The feed and the intentions of one server, as they are known now. */
export interface Known {
  readonly feed: readonly FeedRow[];
  readonly intentions: readonly IntentionRow[];
  /** The account that plans. */
  readonly me: string;
  /** Who an id of a player is. */
  readonly who: (id: string) => string;
}

/**
 * What collides with a plan at `now` of the host's clock, which wrote the feed; the newest first. `here`
 * is the same moment by the clock that wrote the intentions.
 */
export function collisions(
  plan: Plan,
  known: Known,
  now: number,
  here = now,
): readonly Collision[] {
  const recent = (at: number) => now - at < COLLISION_MS;
  const told = known.feed
    .filter(({ at }) => recent(at))
    .flatMap((row) => {
      const collision = ofEntry(plan, row, known);
      return collision === null ? [] : [collision];
    });
  // What ended is told by the feed too; what is under way is told by nothing else.
  const asked = known.intentions
    .filter(({ state, at }) => state === 'pending' && here - at < COLLISION_MS)
    .flatMap((row): readonly Collision[] => {
      const action = minded(plan, row.action, { id: row.player_id, muster_id: null }, known);
      if (action === null) return [];
      const did = { kind: 'action', action, state: 'pending' } as const;
      return [{ id: row.id, at: row.at - here + now, by: null, own: true, did }];
    });
  return [...told, ...asked].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}

function ofEntry(plan: Plan, { id, at, entry }: FeedRow, known: Known): Collision | null {
  switch (entry.kind) {
    case 'action': {
      const { player, actor, outcome } = entry;
      const action = minded(plan, entry.action, player, known);
      if (action === null) return null;
      const own = actor.muster_id === known.me;
      return { id, at, by: actor, own, did: { kind: 'action', action, state: outcome } };
    }
    case 'kick':
      return isPlayer(plan, entry.player, known)
        ? { id, at, by: null, own: false, did: { kind: 'kicked' } }
        : null;
    case 'rcon-admin':
      return plan.action === MESSAGE_PUBLIC && entry.did === 'message-public'
        ? { id, at, by: null, own: false, did: { kind: 'said' } }
        : null;
    default:
      return null;
  }
}

/** The action, where the plan minds it. */
function minded(plan: Plan, action: number, player: Asked | null, known: Known): Action | null {
  const found = MINDS[plan.action].find((one) => one === action);
  if (found === undefined) return null;
  return ON_PLAYER.includes(found) && !isPlayer(plan, player, known) ? null : found;
}

/** Somebody as an entry or an intention names them. */
type Asked = Pick<FeedPlayer, 'id' | 'muster_id'>;

function isPlayer({ player }: Plan, asked: Asked | null, { who }: Known): boolean {
  if (player === null || asked === null) return false;
  if (asked.id === player.id) return true;
  if (asked.muster_id === null || player.muster_id === null) return false;
  return who(asked.muster_id) === who(player.muster_id);
}
