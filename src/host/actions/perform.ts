/** Runs what was asked of a server that this host runs, and tells what became of it. */
import { aimedAt, aimOf } from '../../domain/actions/aim.ts';
import { gameName, SERVER_ACTION, type GameName } from '../../protocol/enumerations.ts';
import type { GameActionRequest } from '../../protocol/actions/calls.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import type { CommandResult, GameCommand, GameConnector } from '../connectors/contract.ts';
import { may, serverResource } from '../access/grants.ts';
import { consoleText, withoutPasswords } from '../realtime/console-text.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import { SETTLES } from '../servers/settles.ts';
import { feedPlayer } from '../servers/tell-players.ts';
import { persist, type Persistence } from '../store/persist.ts';
import { readStay } from './stay.ts';
import { auditAction, type Ended } from './audit.ts';
import type { ActionOutcome } from './outcome.ts';
import {
  abandonedActions,
  askedActions,
  claimAction,
  endAction,
  type ClaimedAction,
} from './requests.ts';

export interface PerformDeps extends Persistence, Pick<HostDeps, 'db' | 'secrets' | 'publish'> {
  readonly hostId: string;
  readonly clock: () => number;
}

/** Runs one request, once over all hosts. */
export async function performAction(
  deps: PerformDeps,
  runtime: ServerRuntime,
  requestRow: string,
): Promise<void> {
  await runtime.settled(SETTLES);
  const action = await claimAction(deps, requestRow, runtime.id);
  if (action === null) return;
  const player = await playerOf(deps, runtime, action);
  await tellOutcome(deps, runtime.id, action, player, await run(deps, runtime, action));
}

/**
 * What an earlier host left of servers that begin here: whether the game did what that one had begun cannot
 * be known, and what nobody had begun is run here. Resolves when it is read; `act` is given the rest.
 */
export async function takeOverActions(
  deps: PerformDeps,
  runtimes: readonly ServerRuntime[],
  act: (running: Promise<void>) => void,
): Promise<void> {
  const ids = runtimes.map(({ id }) => id);
  const abandoned = await persist(deps, () => abandonedActions(deps, ids));
  const asked = await persist(deps, () => askedActions(deps.db, ids));
  for (const runtime of runtimes) {
    const left = { abandoned: abandoned.get(runtime.id) ?? [], asked: asked.get(runtime.id) ?? [] };
    if (left.abandoned.length + left.asked.length > 0) act(takeOver(deps, runtime, left));
  }
}

async function takeOver(
  deps: PerformDeps,
  runtime: ServerRuntime,
  left: { readonly abandoned: readonly ClaimedAction[]; readonly asked: readonly string[] },
): Promise<void> {
  for (const action of left.abandoned) {
    const player = await playerOf(deps, runtime, action);
    await tellOutcome(deps, runtime.id, action, player, {
      ok: false,
      code: 'no-answer',
      detail: 'The host that ran this has ended; whether the server did it is not known.',
    });
  }
  for (const id of left.asked) await performAction(deps, runtime, id);
}

/** The game has done it, whatever becomes of the database: it is told as soon as it can be. */
async function tellOutcome(
  deps: PerformDeps,
  serverId: string,
  action: ClaimedAction,
  player: FeedAction['player'],
  outcome: ActionOutcome,
): Promise<void> {
  const at = deps.clock();
  const actor = { muster_id: action.accountId, display_name: action.displayName };
  const entry: FeedEntry = {
    kind: 'action',
    actor,
    action: action.request.action,
    // As its text: whom a command is about.
    player: action.request.action === SERVER_ACTION.RAW ? null : player,
    text: textOf(action.request),
    outcome: outcome.ok ? 'done' : outcome.code === 'no-answer' ? 'no-answer' : 'failed',
  };
  const tell = async (made: Change): Promise<void> => {
    if (!(await endAction(made.trx, action.id, outcome))) return;
    made.tell(serverStream(serverId, 'feed'), 'server:feed', { server_id: serverId, at, entry });
    const { accountId, by, game, request, address } = action;
    const server = { id: serverId, game };
    const asked = { actor: accountId, by, server, request, address, player };
    auditAction(made, asked, endOf(outcome));
  };
  await persist(deps, () => change({ ...deps, now: at }, tell));
}

function endOf(outcome: ActionOutcome): Ended {
  if (outcome.ok) return { outcome: 'done' };
  const { code } = outcome;
  return code === 'no-answer' ? { outcome: code } : { outcome: 'failed', refused: code };
}

async function run(
  deps: PerformDeps,
  runtime: ServerRuntime,
  action: ClaimedAction,
): Promise<ActionOutcome> {
  const command = commandOf(runtime, action.request);
  if (command === null) {
    return { ok: false, code: 'player-gone', detail: 'The player is not on the server any more.' };
  }
  const actor = { muster_id: action.accountId, display_name: action.displayName };
  const outcome = outcomeOf(await runtime.run(command, actor));
  if (!outcome.ok) return outcome;
  const resource = serverResource(runtime.id);
  const personal = await persist(deps, () =>
    may(deps.db, action.accountId, 'server.view.personal', resource),
  );
  // What came back is for whoever asked, and kept for a while: with what they may see of players.
  const { answer } = outcome;
  return { ok: true, answer: personal ? withoutPasswords(answer) : consoleText(answer) };
}

/** The command for the connector; null where the player has left. */
function commandOf(runtime: ServerRuntime, request: GameActionRequest): GameCommand | null {
  switch (request.action) {
    case SERVER_ACTION.RAW:
      return { action: 'RAW', command: request.command };
    case SERVER_ACTION.MESSAGE_PUBLIC:
      return { action: 'MESSAGE_PUBLIC', text: request.text };
    case SERVER_ACTION.SERVER_LOCK:
      return { action: 'SERVER_LOCK' };
    case SERVER_ACTION.SERVER_UNLOCK:
      return { action: 'SERVER_UNLOCK' };
    case SERVER_ACTION.SERVER_RESTART:
      return { action: 'SERVER_RESTART' };
    case SERVER_ACTION.MESSAGE_PRIVATE: {
      const playerKey = runtime.playerKey(request.player_id);
      return playerKey === null
        ? null
        : { action: 'MESSAGE_PRIVATE', playerKey, text: request.text };
    }
    case SERVER_ACTION.SERVER_KICK: {
      const playerKey = runtime.playerKey(request.player_id);
      return playerKey === null
        ? null
        : { action: 'SERVER_KICK', playerKey, reason: request.reason };
    }
  }
}

function outcomeOf(result: CommandResult): ActionOutcome {
  if (result.ok) return result;
  const { kind, detail } = result;
  if (kind === 'unsupported') return { ok: false, code: 'action-unsupported', detail };
  if (kind === 'ambiguous') return { ok: false, code: 'player-ambiguous', detail };
  return { ok: false, code: kind, detail };
}

type FeedAction = Extract<FeedEntry, { kind: 'action' }>;

/** Who a request is about, also when they have left in the meantime. */
async function playerOf(
  deps: PerformDeps,
  runtime: ServerRuntime,
  { request, game }: ClaimedAction,
): Promise<FeedAction['player']> {
  if (request.action === SERVER_ACTION.RAW) {
    const aimed = runtime.whoIs((connector) =>
      aimedKey(connector, gameName(game), request.command),
    );
    return aimed === null ? null : feedPlayer(aimed);
  }
  if (!('player_id' in request)) return null;
  const id = request.player_id;
  const there = runtime.playerOf(id);
  if (there !== null) return feedPlayer(there);
  return persist(deps, () => readStay(deps.db, runtime.id, id));
}

/** What the feed tells of the request. A command is for the console's readers alone. */
function textOf(request: GameActionRequest): string | null {
  if (request.action === SERVER_ACTION.RAW) return null;
  if ('text' in request) return request.text;
  return 'reason' in request ? request.reason : null;
}

/** The connector's key of whom a typed kick or ban means at this moment; null where that is nobody, or could be several. */
function aimedKey(
  connector: Pick<GameConnector, 'roster' | 'keyOfNumber'>,
  game: GameName,
  command: string,
): string | null {
  const aim = aimOf(game, command);
  if (aim === null) return null;
  const number = /^\d{1,4}$/.test(aim.at) ? Number(aim.at) : null;
  const numbered = number === null ? null : (connector.keyOfNumber?.(number) ?? null);
  if (numbered !== null) return numbered;
  const players = connector
    .roster()
    .map(({ key, name, steamId, guid, ip }) => ({ key, name, steam_id: steamId, guid, ip }));
  return aimedAt(game, aim.at, players, () => null)?.key ?? null;
}
