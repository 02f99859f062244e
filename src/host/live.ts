/** Everything of a host that lives between requests: sockets, connectors, jobs. */
import type { Server } from 'node:http';
import { afterOlderHosts } from './after-older-hosts.ts';
import { FILL_ON, fillOn } from './fill-on.ts';
import { performAction, takeOverActions } from './actions/perform.ts';
import { coalesce } from './actions/coalesce.ts';
import {
  DELETE_BAN_LIST,
  deleteBanList,
  REMOVE_BAN_LIST_STREAMS,
  removeBanListStreams,
} from './bans/delete-job.ts';
import { CLEAN_BANS, cleanBans, END_BANS, endBans } from './bans/over.ts';
import { REMOVE_BUCKET_STREAMS, removeBucketStreams } from './buckets/own.ts';
import { CLEAN_BUCKETS, cleanBuckets } from './buckets/over.ts';
import type { Countries } from './doors/countries.ts';
import { Doors } from './doors/doors.ts';
import { OwnListLeftovers } from './doors/own-list-leftovers.ts';
import { OwnLists, type OwnListPace } from './doors/own-lists.ts';
import type { VpnLists } from './doors/vpn-lists.ts';
import type { PendingOutcomes } from './actions/pending-outcomes.ts';
import type { AddressRule } from './connectors/address-rule.ts';
import type { ConnectorPorts } from './connectors/ports.ts';
import { PULL_LIST } from './federation/due.ts';
import { ListPulls } from './federation/pulls.ts';
import { tellKeptFolders } from './game-logs/given-folders.ts';
import { LogFollowers } from './game-logs/log-followers.ts';
import { joinOlder, TELL_PERSONS } from './players/joins.ts';
import { addressKey } from './identity/address-key.ts';
import type { HostDeps } from './calls/deps.ts';
import { originAllowed } from './http/origin.ts';
import { callerOf, trustOf } from './http/trusted-proxies.ts';
import { carryOut, CARRY_OUT } from './invitations/carry-out.ts';
import { historyReactor } from './history/reactor.ts';
import { enqueue } from './jobs/enqueue.ts';
import { createJobRunner, type JobHandler } from './jobs/runner.ts';
import { HOLD_STORAGE, holdAllStorage } from './files/hold-storage.ts';
import { startSchedules } from './jobs/schedules.ts';
import { SYNC_QUEUE } from './queue-sync/due.ts';
import { QueueSyncs } from './queue-sync/syncs.ts';
import { prune } from './prune.ts';
import { reactorMetrics } from './reactors/metrics.ts';
import type { Reactor } from './reactors/reactor.ts';
import { ReactorRunner } from './reactors/runner.ts';
import { realtimeMetrics } from './realtime/metrics.ts';
import { startRealtime, type Realtime } from './realtime/realtime.ts';
import {
  DELETE_GROUP,
  deleteGroup,
  REMOVE_GROUP_STREAMS,
  removeGroupStreams,
  serverLeft,
} from './groups/delete.ts';
import { tellSeen } from './groups/tell.ts';
import {
  DELETE_SERVER,
  deleteServer,
  REMOVE_STREAMS,
  removeStreams,
} from './servers/delete-job.ts';
import { CLEAR_OWN_LIST } from './servers/own-bans-left.ts';
import { HOLD_PLAN, HOLD_PLANS, holdPlan, holdPlans } from './servers/hold-plans.ts';
import { ScheduleRunner } from './schedules/runner.ts';
import { forgetLeases } from './servers/leases.ts';
import { tellPersons } from './resources/tell-persons.ts';
import { serverMetrics } from './servers/metrics.ts';
import { samplePopulation } from './servers/sample-population.ts';
import type { ServerRuntime } from './servers/server-runtime.ts';
import { tellLogRoots } from './servers/settings.ts';
import { tellPrivateServers } from './servers/tell-private-servers.ts';
import { Supervisor } from './servers/supervisor.ts';
import { SupportEnds } from './support/ends.ts';
import { namesReactor } from './players/names.ts';
import { statisticsReactor } from './statistics/reactor.ts';
import { LOOK_UP_STEAM, lookUpSteam, steamOf, steamReactor } from './steam/look-up.ts';
import { authenticate, authenticateDisplay } from './identity/authenticate.ts';
import { DISPLAY_CHECK_MS } from './identity/display-tokens.ts';
import { markSeen, SEEN_MS } from './identity/seen.ts';
import type { DatabaseConnection, OpenDatabase } from './store/database.ts';
import { newId } from './store/ids.ts';
import { persist } from './store/persist.ts';
import { Teardown } from './teardown.ts';
import { DisplayPresence, sweepDisplays } from './walls/display-presence.ts';
import { SEND_WEBHOOK } from './webhooks/due.ts';
import { webhookReactor } from './webhooks/reactor.ts';
import { WebhookSends } from './webhooks/sends.ts';
import { freeWebhooks } from './webhooks/taken.ts';

/** The job that does what hosts of an older version leave undone beside this one. */
const AFTER_OLDER_HOSTS = 'after-older-hosts';

/** How the host acts by itself on what the log tells. */
const REACTORS: readonly Reactor[] = [statisticsReactor, historyReactor, namesReactor];

/** Where the portal connects, and where paired screens do. */
const SOCKET_PATH = '/connect';
const DISPLAY_PATH = '/connect/display';

export interface LiveDeps extends HostDeps {
  readonly pool: OpenDatabase['pool'];
  /** For the connection that listens. */
  readonly connection: DatabaseConnection;
  readonly ports: ConnectorPorts;
  /** Where connectors may connect to. */
  readonly addressRule: AddressRule;
  /** The calls that wait for the outcome of an action. */
  readonly waiting: PendingOutcomes;
  readonly countries: Countries;
  readonly vpnLists: VpnLists;
  /** What `ack` says of this host. */
  readonly build: string;
  /** How often the games' own ban lists are looked at, where it is not as usual. */
  readonly ownListPace?: Partial<OwnListPace>;
  /** No other host can be on this database: what a host that was killed had is free at once. */
  readonly alone: boolean;
}

export interface Live {
  readonly hostId: string;
  readonly realtime: Realtime;
  readonly supervisor: Supervisor;
  /** Serves `/connect` on an HTTP server. */
  serve(server: Server): void;
  /** Jobs and connectors first: what they told is written and heard before the sockets end. */
  stop(): Promise<void>;
}

/**
 * Starts to listen, to run servers and jobs. Rejects where the database cannot be reached.
 */
export async function startLive(deps: LiveDeps): Promise<Live> {
  const { db, clock, log, waiting, addressRule: rule } = deps;
  const hostId = newId(clock());
  if (deps.alone) {
    await forgetLeases(db);
    await freeWebhooks(db, clock());
  }
  const trust = trustOf(deps.settings.trustProxy);

  const realtime = await startRealtime({
    db,
    connection: deps.connection,
    hostId,
    build: deps.build,
    clock,
    log,
    metrics: realtimeMetrics(deps.metrics),
    authenticate: async ({ headers, url }) => {
      if (pathOf(url) === DISPLAY_PATH) {
        const display = await authenticateDisplay(deps, headers);
        if (display === null) return null;
        const { id: screen, name, owner } = display;
        const ends = clock() + DISPLAY_CHECK_MS;
        return {
          id: screen,
          accountId: screen,
          displayName: name,
          display: { owner },
          expiresAt: ends,
        };
      }
      const session = await authenticate(deps, headers);
      if (session === null) return null;
      const { id, account, expiresAt } = session;
      return { id, accountId: account.id, displayName: account.displayName, expiresAt };
    },
    originAllowed: ({ headers }) => originAllowed(headers, deps.settings),
    addressOf: (request) => {
      const caller = callerOf(request, trust);
      return caller === null ? null : addressKey(caller);
    },
    displays: new DisplayPresence(deps),
  });

  const { watches } = realtime;
  const { secrets, ports } = deps;
  const acting = new Set<Promise<void>>();
  const act = (running: Promise<void>): Promise<void> => {
    const ended: Promise<void> = running
      .catch((error: unknown) => log.error({ err: error }, 'what ran beside could not be ended'))
      .finally(() => acting.delete(ended));
    acting.add(ended);
    return ended;
  };
  const seeing = setInterval(() => {
    void act(markSeen(db, [...realtime.sockets.accounts], clock()));
  }, SEEN_MS);
  seeing.unref();

  const stopping = new AbortController();
  const acts = {
    db,
    hostId,
    secrets,
    publish: deps.publish,
    clock,
    log,
    stopping: stopping.signal,
  };
  const takeOver = coalesce<ServerRuntime>((runtimes) =>
    act(takeOverActions(acts, runtimes, (running) => void act(running))),
  );
  const tellLogRoot = coalesce<string>((ids) =>
    act(persist(acts, () => tellLogRoots({ ...acts, now: clock() }, hostId, ids))),
  );
  const { logRoot } = deps.settings;
  const supervisor = new Supervisor({
    db,
    hostId,
    clock,
    log,
    secrets,
    ports,
    addressRule: rule,
    logRoot,
    watches,
    onKnown: (runtime, stays) => doors.heard(runtime, stays),
    onLost: (runtime) => ownLists.leave(runtime),
    onSaid: (runtime, lines) => void act(doors.heardChat(runtime, lines)),
    onPings: (runtime, pings) => void act(doors.heardPings(runtime, pings)),
    onBegun: (runtime) => {
      doors.begun(runtime);
      takeOver(runtime);
      tellLogRoot(runtime.id);
      logs.look();
      schedules.look(runtime.id);
    },
  });
  serverMetrics(deps.metrics, supervisor);
  const runtimes = () => supervisor.runtimes;
  const doors = new Doors({
    ...acts,
    runtimes,
    countries: deps.countries,
    vpnLists: deps.vpnLists,
    settings: deps.settings,
  });
  const ownLists = new OwnLists({ ...acts, runtimes, pace: deps.ownListPace });
  const schedules = new ScheduleRunner({
    ...acts,
    lateSeconds: deps.settings.scheduleLate,
    servers: runtimes,
  });
  const logs = new LogFollowers({ ...deps, hostId, logRoot, runtimes });
  const supportEnds = new SupportEnds({ ...acts, tellSeen });
  realtime.onControl((message) => {
    if (message.kind === 'server-changed') {
      supervisor.look(message.id);
      logs.look();
      schedules.look(message.id);
    } else if (message.kind === 'host-left') supervisor.look();
    else if (message.kind === 'persons-changed') {
      supervisor.look();
      void act(doors.lookAround());
    } else if (message.kind === 'players-merged') void act(joinOlder(db, clock()));
    else if (message.kind === 'player-erased') supervisor.erase(message.id);
    else if (message.kind === 'schedule-changed') schedules.look(message.server);
    else if (message.kind === 'support-changed') supportEnds.look();
    else if (message.kind === 'bans-changed') {
      void act(doors.lookAround(message.list));
      void act(ownLists.bansChanged(message.list));
    } else if (message.kind === 'steam-told') void act(doors.heardSteam(message.ids));
    else if (message.kind === 'modules-changed') {
      doors.changed(message.server, 'modules');
      ownLists.changed(message.server);
    } else if (message.kind === 'bucket-changed') {
      for (const server of message.servers) doors.changed(server, 'bucket');
    } else if (message.kind === 'action-ended') waiting.wake(message.request);
    else if (message.kind === 'action-asked') {
      const runtime = supervisor.runtimes.get(message.server);
      if (runtime !== undefined) void act(performAction(acts, runtime, message.request));
    }
  });
  realtime.onListeningAgain(() => {
    waiting.wakeAll();
    supervisor.look();
    schedules.look();
    supportEnds.look();
    void act(doors.lookAround());
    void act(ownLists.bansChanged());
  });
  supervisor.start();
  supportEnds.look();
  void act(tellKeptFolders(db, log));
  void act(tellPrivateServers(db, ports.resolve, rule, acts));
  logs.start();

  const steam = steamOf(deps.settings);
  const reacting = [
    ...REACTORS,
    webhookReactor(clock),
    ...(steam === null ? [] : [steamReactor(clock)]),
  ];
  const reactors = reacting.map((reactor) => new ReactorRunner({ db, log }, reactor));
  realtime.onEvents((events) => {
    for (const reactor of reactors) reactor.hear(events);
  });
  realtime.onListeningAgain(() => {
    for (const reactor of reactors) reactor.look();
  });
  for (const reactor of reactors) reactor.start();
  reactorMetrics(deps.metrics, db, log);

  const queueSyncs = new QueueSyncs({ ...acts, ports, addressRule: rule });
  const listPulls = new ListPulls({ ...acts, ports, addressRule: rule });
  const leftovers = new OwnListLeftovers({ ...acts, ports, addressRule: rule });
  const { portalOrigin } = deps;
  const webhookSends = new WebhookSends({ ...acts, ports, addressRule: rule, portalOrigin });
  const handlers = new Map<string, JobHandler>([
    [DELETE_SERVER, (payload) => deleteServer({ ...deps, left: serverLeft }, payload)],
    [DELETE_GROUP, (payload) => deleteGroup(deps, payload)],
    [DELETE_BAN_LIST, (payload) => deleteBanList(deps, payload)],
    [REMOVE_BAN_LIST_STREAMS, (payload) => removeBanListStreams(db, payload)],
    [REMOVE_BUCKET_STREAMS, (payload) => removeBucketStreams(db, payload)],
    [REMOVE_GROUP_STREAMS, (payload) => removeGroupStreams(db, payload)],
    [TELL_PERSONS, (payload) => tellPersons(deps, payload)],
    // A host of an older version asks for it, and rewrites the rows: they are read as they are.
    ['move-rows', async () => undefined],
    [CARRY_OUT, (payload) => carryOut(deps, payload)],
    [REMOVE_STREAMS, (payload) => removeStreams(db, payload)],
    [AFTER_OLDER_HOSTS, () => afterOlderHosts(deps)],
    [FILL_ON, (payload) => fillOn(deps, payload)],
    [HOLD_PLAN, (payload) => holdPlan(deps, payload)],
    [HOLD_PLANS, () => holdPlans(deps)],
    [HOLD_STORAGE, () => holdAllStorage(deps)],
    [END_BANS, () => endBans(deps)],
    [CLEAN_BANS, () => cleanBans(deps)],
    [CLEAN_BUCKETS, () => cleanBuckets(deps)],
    [SYNC_QUEUE, (payload) => queueSyncs.look(payload)],
    [PULL_LIST, (payload) => listPulls.look(payload)],
    [CLEAR_OWN_LIST, (payload) => leftovers.look(payload)],
    [SEND_WEBHOOK, (payload) => webhookSends.look(payload)],
    [LOOK_UP_STEAM, async () => (steam === null ? undefined : lookUpSteam(deps, steam))],
    ['sample-population', () => samplePopulation(db, clock())],
    ['sweep-displays', () => sweepDisplays(deps, clock())],
    ['prune', () => prune(deps)],
  ]);
  const runner = createJobRunner({ db, pool: deps.pool, handlers, owner: hostId, log, now: clock });
  runner.start();
  for (const kind of [AFTER_OLDER_HOSTS, HOLD_PLANS]) {
    await enqueue(db, { kind, key: hostId, payload: {}, runAt: clock() });
  }
  const stopSchedules = startSchedules(
    db,
    [
      { kind: 'sample-population', pattern: '0 * * * * *' },
      { kind: 'sweep-displays', pattern: '30 * * * * *' },
      { kind: END_BANS, pattern: '15 * * * * *' },
      { kind: CLEAN_BANS, pattern: '0 27 4 * * *' },
      { kind: CLEAN_BUCKETS, pattern: '0 47 4 * * *' },
      ...(steam === null ? [] : [{ kind: LOOK_UP_STEAM, pattern: '45 * * * * *' }]),
      { kind: 'prune', pattern: '0 7 * * * *' },
      { kind: AFTER_OLDER_HOSTS, pattern: '0 17 * * * *' },
      { kind: HOLD_PLANS, pattern: '0 37 * * * *' },
      { kind: HOLD_STORAGE, pattern: '0 47 * * * *' },
    ],
    log,
  );

  return {
    hostId,
    realtime,
    supervisor,
    serve(server) {
      server.on('upgrade', (request, socket, head) => {
        const path = pathOf(request.url);
        if (path === SOCKET_PATH || path === DISPLAY_PATH) realtime.upgrade(request, socket, head);
        else socket.destroy();
      });
    },
    async stop() {
      stopping.abort();
      clearInterval(seeing);
      // One that fails must not leave the others running: connectors would live on without a database.
      const teardown = new Teardown();
      teardown.add(() => realtime.stop());
      teardown.add(() => Promise.all(acting));
      for (const reactor of reactors) teardown.add(() => reactor.stop());
      teardown.add(() => doors.stop());
      teardown.add(() => ownLists.stop());
      teardown.add(() => supervisor.stop());
      teardown.add(() => logs.stop());
      // The last is the first to end: once the jobs do, nothing begins to write a file.
      teardown.add(() => queueSyncs.stop());
      teardown.add(() => listPulls.stop());
      teardown.add(() => leftovers.stop());
      teardown.add(() => webhookSends.stop());
      teardown.add(() => runner.stop());
      // What falls due from now on is the next host's: this one is about to end its connections.
      teardown.add(() => schedules.stop());
      teardown.add(() => supportEnds.stop());
      stopSchedules();
      await teardown.run();
    },
  };
}

function pathOf(url: string | undefined): string | undefined {
  return url?.split('?', 1)[0];
}
