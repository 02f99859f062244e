/** Facts about the server itself as events: its connection, its figures, its console. */
import { isDeepStrictEqual } from 'node:util';
import { hasRemoteControl } from '../../protocol/games/games.ts';
import { beginOf } from '../../domain/servers/uptime.ts';
import { capped } from '../../domain/servers/population.ts';
import type { DeploymentStepName, RconStateName } from '../../protocol/enumerations.ts';
import type { Environment, Population, ServerSnapshot } from '../../protocol/servers/fields.ts';
import type { ConnectionFault, GameFact } from '../connectors/contract.ts';
import { shownCommand } from '../../domain/actions/secrets.ts';
import { consoleText } from '../realtime/console-text.ts';
import { uptimeAfterConnecting, uptimeAt } from './uptime.ts';
import { differs, feedKey, type LiveServer } from './live-server.ts';

type Of<K extends GameFact['kind']> = Extract<GameFact, { kind: K }>;
type State = ServerSnapshot['state'];

/** A polled figure is told again after so long, though it is the same: its age is shown. */
const POLLED_REPEAT = 60_000;
/** The start of a game server is estimated; a difference below this is none. Milliseconds. */
const START_TOLERANCE = 90_000;
/** Until a connection is given up, nothing of its last while may have been heard. */
const LOST_BEFORE = 20_000;
/** The game tells every log-in; the own one comes within this time. */
const OWN_LOGIN = 10_000;
/** The game tells a message of an RCon admin within this time. */
const ECHO = 30_000;

/** States that the feed tells; the way there is not news. */
const FED_STATES: readonly RconStateName[] = ['CONNECTED', 'DISCONNECTED', 'ERROR'];

export function tellState(server: LiveServer, fact: Of<'state'>): void {
  const { at, ready, fault } = fact;
  const before = server.row.state;
  const error = fault?.kind ?? null;
  const same = before.state === fact.state && before.error === error;
  const again =
    error !== null && server.failed?.state === fact.state && server.failed.error === error;
  const since = same ? before.since : again ? (server.failed?.since ?? at) : at;
  if (fact.state === 'CONNECTED') server.failed = null;
  else if (error !== null) server.failed = { state: fact.state, error, since };
  // What an earlier connector left may say that it is connected already.
  const isFirst = server.connectedAt === 0;
  const connects = fact.state === 'CONNECTED' && (isFirst || before.state !== 'CONNECTED');
  if (connects) {
    server.ownLoginAt = at;
    server.connectedAt = at;
  }
  const { unheardSince } = server;
  tellHeard(server, fact);
  putState(server, { state: fact.state, offline: false, ready, error, since }, at);
  tellReach(server, fact.state, fault, at);
  if (fact.state === 'CONNECTED') {
    if (connects) tellConnected(server, unheardSince, at);
    server.wasDown = false;
  } else server.wasDown ||= server.row.state.offline;
}

/** Says for how long the server runs, as far as a new connection knows. */
function tellConnected(server: LiveServer, unheardSince: number | null, at: number): void {
  const { environment } = server.row;
  const uptime = uptimeAfterConnecting(server, server.wasDown, unheardSince, at);
  const after = { ...environment, ...uptime, observed_at: at };
  if (!sameEnvironment(environment, after)) tellPart(server, { environment: after }, at);
}

/** Keeps since when nothing is heard, and marks what nobody heard before this host listened. */
function tellHeard(server: LiveServer, { at, state, ready }: Of<'state'>): void {
  const { row, unheardSince, gapDue } = server;
  if (state !== 'CONNECTED') {
    if (row.state.state === 'CONNECTED') server.unheardSince ??= at - LOST_BEFORE;
    return;
  }
  if (!ready) return;
  if (unheardSince !== null) server.knownAt = unheardSince;
  server.unheardSince = null;
  server.gapDue = false;
  if (!gapDue || unheardSince === null || !hasRemoteControl(row.configuration.game)) return;
  tellGap(server, { kind: 'gap', at, from: unheardSince, to: server.connectedAt });
}

/** A server is offline when neither its remote control nor its query port answers. */
function putState(server: LiveServer, told: State, at: number): void {
  const unreachable = told.error === 'socket-unreachable' || told.error === 'hostname-not-resolved';
  const after: State = {
    ...told,
    offline: told.state !== 'CONNECTED' && unreachable && !server.answering,
  };
  const before = server.row.state;
  if (differs(before, after, (state) => state)) {
    server.tell('list', 'server:state', { server: { id: server.id }, state: after }, at);
  }
  const key = feedKey(after);
  const state = FED_STATES.find((fed) => fed === after.state);
  if (key === server.fedState || state === undefined) return;
  server.fedState = key;
  const { offline, error } = after;
  server.feed({ kind: 'state', state, offline, error }, at);
}

/** What was said in the meantime is told by nothing; joins and leaves of that time are found. */
export function tellGap(server: LiveServer, { at, from, to }: Of<'gap'>): void {
  const begins = Math.max(0, Math.floor(Math.min(from, to)));
  server.feed({ kind: 'gap', from: begins, to: Math.max(begins, Math.floor(to)) }, at);
}

export function tellPopulation(server: LiveServer, fact: Of<'population'>): void {
  const { at, source } = fact;
  const { players, slots, queue } = fact.population;
  const polled = players === null ? 'unknown' : 'polled';
  putPopulation(
    server,
    {
      players,
      slots,
      queue: queue === null ? null : { active: queue > 0, size: queue },
      source: source === 'rcon' && players !== null ? 'live' : polled,
      observed_at: at,
    },
    at,
  );
  const answering = slots !== null;
  if (server.answering === answering) return;
  server.answering = answering;
  putState(server, server.row.state, at);
}

function putPopulation(server: LiveServer, population: Population, at: number): void {
  const after = capped(population);
  const figures = ({ players, slots, queue, source }: Population) => [
    players,
    slots,
    queue,
    source,
  ];
  if (differs(server.row.population, after, figures)) tellPart(server, { population: after }, at);
}

/** Tells figures of a server again. */
function tellPart(
  server: LiveServer,
  part: { readonly population: Population } | { readonly environment: Environment },
  at: number,
): void {
  const type = 'population' in part ? 'population' : 'environment';
  server.tell('list', 'server:update', { server_id: server.id, type, server: part }, at);
}

/** Polled figures that still hold are told again now and then, so that they do not look stale. */
export function tellPolledAgain(server: LiveServer, now: number): void {
  const { population } = server.row;
  if (population.source !== 'polled' || now - population.observed_at < POLLED_REPEAT) return;
  tellPart(server, { population: { ...population, observed_at: now } }, now);
}

export function tellEnvironment(server: LiveServer, fact: Of<'environment'>): void {
  const { at, map, version, time, locked, startedAt, wipedAt, latency } = fact;
  server.latency = latency === null ? null : Math.round(latency);
  const before = server.row.environment;
  const after: Environment = {
    next_restart: before.next_restart,
    ...uptimeAt(server, startedAt, at),
    map,
    version,
    time,
    locked,
    wiped_at: wipedAt,
    observed_at: at,
  };
  if (!sameEnvironment(before, after)) tellPart(server, { environment: after }, at);
}

/** Tells when the server restarts next, where it is another moment than was told; answers whether it is. */
export function tellNextRestart(
  server: LiveServer,
  next_restart: Environment['next_restart'],
  at: number,
): boolean {
  const { environment } = server.row;
  if (isDeepStrictEqual(environment.next_restart, next_restart)) return false;
  tellPart(server, { environment: { ...environment, next_restart } }, at);
  return true;
}

function sameEnvironment(a: Environment, b: Environment): boolean {
  const plain = (one: Environment) => [
    one.map,
    one.version,
    one.time,
    one.locked,
    one.wiped_at,
    one.next_restart,
    one.uptime_source,
    one.uptime_gap,
  ];
  if (differs(a, b, plain) || (a.uptime === null) !== (b.uptime === null)) return false;
  const [before, after] = [beginOf(a), beginOf(b)];
  return before === null || after === null || Math.abs(before - after) < START_TOLERANCE;
}

/** Tells everybody's ping in milliseconds to those who look at the server, where anybody does; answers it by their stays. */
export function tellMetrics(
  server: LiveServer,
  fact: Of<'pings'>,
  watched: boolean,
): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const [key, ping] of fact.pings) {
    const session = server.sessions.get(key);
    if (session !== undefined) known.set(session.id, Math.max(0, Math.round(ping)));
  }
  if (!watched) return known;
  const pings = Object.fromEntries(known);
  const { players, queue } = server.row.population;
  const { latency } = server;
  server.tell(
    'metrics',
    'server:metrics',
    { server_id: server.id, at: fact.at, players, queue: queue?.size ?? null, latency, pings },
    fact.at,
  );
  return known;
}

/** Who is behind a line of the console. */
export interface Actor {
  readonly muster_id: string;
  readonly display_name: string;
}

export function tellConsole(server: LiveServer, fact: Of<'console'>, actor: Actor | null): void {
  const { at, direction } = fact;
  const text = consoleText(direction === 'out' ? shownCommand(fact.text) : fact.text);
  const entry = { kind: 'console', direction, text, actor } as const;
  server.tell('console', 'server:feed', { server_id: server.id, at, entry }, at);
}

/** What another tool's admin did. Our own log-in and messages, which the game tells too, are not news. */
export function tellAdmin(server: LiveServer, fact: Of<'admin'>): void {
  const { at, admin, did, to, text } = fact;
  if (did === 'login' && at - server.ownLoginAt <= OWN_LOGIN) {
    server.ownLoginAt = Number.NEGATIVE_INFINITY;
    return;
  }
  const own = server.ownMessages.findIndex((sent) => sent.text === text && at - sent.at < ECHO);
  if (did !== 'login' && own >= 0) {
    server.ownMessages.splice(own, 1);
    return;
  }
  server.feed({ kind: 'rcon-admin', admin, did, to, text }, at);
}

/** One step of the deployment reached a state. */
export function tellStep(
  server: LiveServer,
  step: DeploymentStepName,
  state: 'running' | 'done' | 'failed',
  detail: string | null,
  at: number,
): void {
  const before = server.row.deployment.find((known) => known.step === step);
  if (before?.state === 'done' || (before?.state === state && before.detail === detail)) return;
  const data = { server_id: server.id, step: { step, state, at, detail } };
  server.tell('list', 'omega:deploy', data, at);
}

/** The last step of the deployment is the log-in. */
function tellReach(
  server: LiveServer,
  state: State['state'],
  fault: ConnectionFault | null,
  at: number,
): void {
  if (state === 'CONNECTED') {
    const reached = hasRemoteControl(server.row.configuration.game)
      ? 'Logged in to the game server.'
      : 'The game server answers.';
    tellStep(server, 'instance-deployed', 'done', reached, at);
  } else if (fault !== null) {
    tellStep(server, 'instance-deployed', 'failed', faultText(fault, server), at);
  } else {
    const failed = server.row.deployment.some(({ state: step }) => step === 'failed');
    if (!failed) tellStep(server, 'instance-deployed', 'running', 'Logging in.', at);
  }
}

function faultText(fault: ConnectionFault, server: LiveServer): string {
  const port = hasRemoteControl(server.row.configuration.game) ? 'RCon' : 'query';
  switch (fault.kind) {
    case 'hostname-not-resolved':
      return 'The host name does not resolve to an address.';
    case 'address-not-allowed':
      return 'The operator of this Muster does not allow connections to this address.';
    case 'socket-unreachable':
      return `Nothing answers on the ${port} port; it is tried again.`;
    case 'authentication-failed':
      return 'The RCon password was refused; change it in the settings.';
    case 'forbidden':
      return fault.detail;
  }
}
