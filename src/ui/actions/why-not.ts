/** Why something cannot be asked of a server: the game's limits and the connection, never permissions. */
import i18next from 'i18next';
import { ASKABLE, whyMissing, type Missing } from '../../domain/actions/offered.ts';
import { may } from '../../domain/permissions.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import {
  ACTION_PERMISSION,
  isWhitelistAction,
  type ServerActionRequest,
} from '../../protocol/actions/calls.ts';
import { hasRemoteControl } from '../../protocol/games/games.ts';
import { gameName, SERVER_ACTION } from '../../protocol/enumerations.ts';
import { formatList } from '../text/format.ts';
import { localeOf } from '../text/locale.ts';

export type Action = ServerActionRequest['action'];
/**
 * `starting`: the game answers no command yet, and who was on it before is no longer there. `unknown`: the host is
 * newer than this page, which cannot tell whether the server is connected.
 */
export type WhyNot = Missing | 'not-connected' | 'starting' | 'unknown';

/** Why an action cannot be asked for now; null where it can. */
export function whyNot({ configuration, state }: ServerStanding, action: Action): WhyNot | null {
  const { game, actions } = configuration;
  // Muster does it by itself, where anybody could be kicked at all.
  if (isWhitelistAction(action)) return hasRemoteControl(game) ? null : 'no-remote-control';
  if (!actions.includes(action)) return whyMissing(game, action) ?? 'not-in-game';
  if (state.state === 'UNKNOWN') return 'unknown';
  if (state.state !== 'CONNECTED') return 'not-connected';
  // A command by hand may be tried at any time.
  return state.ready || action === SERVER_ACTION.RAW ? null : 'starting';
}

/** Whether an account may ask for an action, whatever the game can do. */
export function mayAsk(account: AccountRow, serverId: string, action: Action): boolean {
  return may(account, serverId, ACTION_PERMISSION[action]);
}

/** The element that says why, for `aria-describedby`: a page says each reason of a server once. */
export function reasonId(why: WhyNot, serverId: string): string {
  return `why-${why}-${serverId}`;
}

/** What an account may ask for and cannot, a sentence for each reason. */
export function reasons(
  server: ServerStanding,
  account: AccountRow,
  among: readonly Action[] = ASKABLE,
): ReadonlyMap<WhyNot, string> {
  const found = new Map<WhyNot, Action[]>();
  for (const action of among.toReversed()) {
    const why = mayAsk(account, server.id, action) ? whyNot(server, action) : null;
    if (why !== null) found.set(why, [...(found.get(why) ?? []), action]);
  }
  return new Map([...found].map(([why, actions]) => [why, sentence(why, server, actions)]));
}

/** Why an action cannot be asked for, as a sentence of its own. */
export function reasonText(why: WhyNot, server: ServerStanding, action: Action): string {
  return sentence(why, server, [action]);
}

function sentence(why: WhyNot, server: ServerStanding, actions: readonly Action[]): string {
  const ns = 'serverDashboard';
  const names = new Set(actions.map((action) => i18next.t(`why.without.${action}`, { ns })));
  return i18next.t(`why.${why}`, {
    ns,
    game: i18next.t(`game.${gameName(server.configuration.game)}`, { ns: 'server' }),
    what: formatList(names, 'disjunction', localeOf(i18next.language)),
  });
}
