/** Makes the request of a delivery, and says what came of it. */
import { sql } from 'kysely';
import { discordOf } from '../../domain/webhooks/discord.ts';
import { askedWait, verdictOf, type Verdict } from '../../domain/webhooks/outcome.ts';
import { payloadOf, type Told } from '../../domain/webhooks/payload.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { EVENTS } from '../../protocol/events.ts';
import { resourceStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { AddressRule } from '../connectors/address-rule.ts';
import { guardedPost, RequestFailure, type RequestReason } from '../connectors/guarded-request.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { readRanges } from '../realtime/read.ts';
import type { Database, Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { openPart, signedHeaders } from './seal.ts';
import type { Delivery, Outcome, Taken } from './taken.ts';

/** All of a request has to be over by then, ms. */
const PATIENCE = 10_000;

export interface SendDeps extends Pick<
  HostDeps,
  'db' | 'publish' | 'secrets' | 'clock' | 'log' | 'portalOrigin'
> {
  readonly ports: ConnectorPorts;
  readonly addressRule: AddressRule;
}

/** What is sent first. */
export function sendVerification(
  deps: SendDeps,
  taken: Taken,
  signal: AbortSignal,
): Promise<Outcome> {
  const { id: webhook_id, events } = taken;
  const at = deps.clock();
  return send(deps, taken, newId(at), { kind: 'verification', webhook_id, events, at }, signal);
}

/** What happened to a ban, as the log tells it. */
export async function sendDelivery(
  deps: SendDeps,
  taken: Taken,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const { event, at, count, seq } = delivery;
  if (seq === null)
    return send(deps, taken, delivery.id, { kind: 'many', event, count, at }, signal);
  const ban = await banThen(deps.db, taken.banlist_id, seq);
  if (ban === null) return failed({ kind: 'refused', cause: 'forgotten' });
  return send(deps, taken, delivery.id, { kind: 'one', event, ban, at }, signal);
}

/** A ban as it was told at a position; of one that went, as it was last. null: the log has forgotten it. */
export async function banThen(
  db: Database | Trx,
  listId: string,
  seq: number,
): Promise<BanRow | null> {
  const range = { stream: resourceStream('bans', listId), after: seq - 1, upTo: seq };
  const [logged] = await readRanges(db, [range]);
  if (logged === undefined) return null;
  if (logged.event === 'row:put') {
    const put = EVENTS['row:put'].parse(logged.data);
    return put.resource === 'bans' ? put.row : null;
  }
  const gone = EVENTS['row:gone'].parse(logged.data);
  return gone.resource === 'bans' ? gone.before : null;
}

async function send(
  deps: SendDeps,
  taken: Taken,
  id: string,
  told: Told,
  signal: AbortSignal,
): Promise<Outcome> {
  const { secrets, clock, ports, addressRule } = deps;
  const { rows } = await sql<{ identifier: string }>`
    select identifier from ban_lists where id = ${taken.banlist_id}
  `.execute(deps.db);
  const list = { id: taken.banlist_id, identifier: rows[0]?.identifier ?? '' };
  const payload = payloadOf(told, { list, portal: deps.portalOrigin() });
  const body = JSON.stringify(taken.flavor === 'DISCORD' ? discordOf(payload, taken) : payload);
  const url = new URL(openPart(secrets, taken.id, 'url', taken.sealed_url));
  const secret =
    taken.sealed_secret === null
      ? null
      : openPart(secrets, taken.id, 'secret', taken.sealed_secret);
  const headers = {
    'user-agent': 'Muster (webhooks)',
    ...signedHeaders(secret, { id, at: clock(), body }),
  };
  const posted = { url, headers, body, patience: PATIENCE, most: null };
  try {
    const got = await guardedPost({ ports, addressRule, signal }, posted);
    return {
      verdict: verdictOf(got.status, taken.flavor),
      code: got.status,
      asked: askedWait(got.headers['retry-after'], clock()),
      security: url.protocol === 'https:' ? 'NO_CONCERNS' : 'NOT_SECURE',
    };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return {
      ...failed({ kind: 'again', cause: causeOf(error.reason) }),
      security: wayOf(error.reason),
    };
  }
}

/** Nothing was answered. */
export function failed(verdict: Verdict): Outcome {
  return { verdict, code: null, asked: null, security: null };
}

function causeOf(reason: RequestReason) {
  return reason === 'too-long' ? 'failed-here' : reason;
}

function wayOf(reason: RequestReason): Outcome['security'] {
  if (reason === 'certificate') return 'SSL_ERROR';
  return reason === 'not-secure' ? 'NOT_SECURE' : null;
}
