import { RCON_STATE } from '../protocol/enumerations.ts';
import type { EventData, EventName } from '../protocol/events.ts';
import type { FeedEntry } from '../protocol/feed/fields.ts';
import type { Frame } from '../protocol/frames.ts';
import type { GroupPermission } from '../domain/permissions.ts';
import { SERVER_PERMISSION, type ServerPermission } from '../protocol/permissions.ts';
import type { ServerSnapshot } from '../protocol/servers/fields.ts';
import type { UiComponent } from '../protocol/session/events.ts';
import type { SessionData } from '../protocol/session/fields.ts';
import type { PagedOf, PagedRow, RowOf, ScopedName } from '../protocol/resources/registry.ts';
import {
  accountStream,
  resourceStream,
  serverStream,
  type ServerStream,
} from '../protocol/streams.ts';
import { WorldGroups } from './world-groups.ts';
import {
  createOwnRows,
  createWorldServer,
  type ConsoleLine,
  type Personal,
  type Present,
  type WorldServer,
} from './world-server.ts';

/**
 * A made-up host: servers with players, and the frames it sends when something happens to them. It
 * counts by itself, without the portal's reducers, so that it is a second opinion on them.
 */
export class World {
  /** The clock, epoch milliseconds; only `pass` moves it. */
  at: number;
  readonly servers: WorldServer[] = [];
  readonly muster_id: string;
  /** What the account has for itself. */
  readonly own = createOwnRows();
  readonly groups = new WorldGroups(() => this.at);
  #accountHead = 0;
  readonly #permissions = new Map<string, readonly ServerPermission[]>();
  #ids = 0;

  constructor(at = 1_700_000_000_000) {
    this.at = at;
    this.muster_id = this.newId();
  }

  pass(milliseconds: number): void {
    this.at += milliseconds;
  }

  /** An id that this world has not used: 24 hexadecimal characters. */
  newId(): string {
    this.#ids++;
    return this.#ids.toString(16).padStart(24, '0');
  }

  addServer(identifier: string, slots: number | null): WorldServer {
    const server = createWorldServer(this.newId(), identifier, slots, this.at);
    this.servers.push(server);
    this.#permissions.set(server.id, SERVER_PERMISSION);
    return server;
  }

  /** A player comes: the list, the feed and those who may see addresses are told. */
  join(
    server: WorldServer,
    name: string,
    known: Partial<Omit<Present, 'id'>> = {},
  ): readonly Frame[] {
    const id = this.newId();
    const player: Present = {
      muster_id: null,
      joined_before: false,
      verified: false,
      lobby: true,
      ...known,
      id,
      name,
      joined_at: this.at,
    };
    server.players.set(id, player);
    this.#count(server, 1);
    return [
      this.#list(server, 'gsm:player:create', { server: { id: server.id }, player }),
      this.#feed(server, { kind: 'join', player: who(player), found: false }),
      this.#personal(server, {
        kind: 'personal',
        player: id,
        ip: null,
        guid: null,
        steam_id: null,
        bohemia_id: null,
        position: null,
      }),
    ];
  }

  /** More becomes known of a player who is there; the count stays. */
  identify(server: WorldServer, player: Present): readonly Frame[] {
    const known = { ...player, muster_id: this.newId(), verified: true, lobby: false };
    server.players.set(player.id, known);
    const guid = player.id.padStart(32, 'a');
    const personal = { ip: '192.0.2.7', guid, steam_id: null, bohemia_id: null, position: null };
    return [
      this.#list(server, 'gsm:player:create', { server: { id: server.id }, player: known }),
      this.#personal(server, { kind: 'personal', player: player.id, ...personal }),
    ];
  }

  /** A player who is there is called something else; the count stays. */
  rename(server: WorldServer, player: Present, name: string): Frame {
    const known = { ...player, name };
    server.players.set(player.id, known);
    return this.#list(server, 'gsm:player:create', { server: { id: server.id }, player: known });
  }

  /** Address, identifiers or place of a player became known. */
  reveal(server: WorldServer, identity: Personal): Frame {
    return this.#personal(server, identity);
  }

  leave(server: WorldServer, player: Present): readonly Frame[] {
    server.players.delete(player.id);
    server.identities.delete(player.id);
    this.#count(server, -1);
    return [
      this.#list(server, 'gsm:player:destruct', {
        server: { id: server.id },
        player: { id: player.id },
      }),
      this.#feed(server, { kind: 'leave', player: who(player), found: false }),
    ];
  }

  chat(server: WorldServer, player: Present, text: string): readonly Frame[] {
    return [
      this.#feed(server, { kind: 'chat', player: who(player), channel: 'Side', text }),
      this.console(server, `(Side) ${player.name}: ${text}`),
    ];
  }

  /** Something that the feed tells. */
  entry(server: WorldServer, entry: FeedEntry): Frame {
    return this.#feed(server, entry);
  }

  console(server: WorldServer, text: string): Frame {
    return this.line(server, { kind: 'console', direction: 'in', text, actor: null });
  }

  line(server: WorldServer, entry: ConsoleLine): Frame {
    const data = { server_id: server.id, at: this.at, entry };
    const frame = this.#frame(server, 'console', 'server:feed', data);
    server.console.push({ seq: server.heads.console, at: this.at, entry });
    return frame;
  }

  /** Counts were read from the game. */
  observe(
    server: WorldServer,
    told: Pick<ServerSnapshot['population'], 'players' | 'slots' | 'queue' | 'source'>,
  ): Frame {
    server.population = { ...told, observed_at: this.at };
    return this.#list(server, 'server:update', {
      server_id: server.id,
      type: 'population',
      server: { population: server.population },
    });
  }

  environment(server: WorldServer, told: Partial<ServerSnapshot['environment']>): Frame {
    server.environment = { ...server.environment, ...told, observed_at: this.at };
    return this.#list(server, 'server:update', {
      server_id: server.id,
      type: 'environment',
      server: { environment: server.environment },
    });
  }

  state(server: WorldServer, told: Omit<ServerSnapshot['state'], 'since'>): readonly Frame[] {
    server.state = { ...told, since: this.at };
    const { offline, error } = told;
    const state = RCON_STATE.find((name) => name === told.state);
    return [
      this.#list(server, 'server:state', { server: { id: server.id }, state: server.state }),
      ...(state === undefined
        ? []
        : [this.#feed(server, { kind: 'state', state, offline, error })]),
    ];
  }

  /** The game server goes down: everybody leaves, and nothing is known of it until it is back. */
  stop(server: WorldServer): readonly Frame[] {
    const left = [...server.players.values()].flatMap((player) => this.leave(server, player));
    const down = { state: 'DISCONNECTED', offline: true, ready: false, error: null } as const;
    const unknown = { players: null, slots: server.population.slots, queue: null };
    return [
      ...left,
      ...this.state(server, down),
      this.observe(server, { ...unknown, source: 'unknown' }),
    ];
  }

  /** The game server is back, with nobody on it. */
  start(server: WorldServer): readonly Frame[] {
    const up = { state: 'CONNECTED', offline: false, ready: true, error: null } as const;
    const { slots } = server.population;
    return [
      ...this.state(server, up),
      this.observe(server, {
        players: 0,
        slots,
        queue: { active: false, size: 0 },
        source: 'live',
      }),
    ];
  }

  configure(server: WorldServer, told: Partial<ServerSnapshot['configuration']>): Frame {
    server.configuration = { ...server.configuration, ...told };
    const { configuration } = server;
    return this.#list(server, 'update:server', { server_id: server.id, configuration });
  }

  deploy(server: WorldServer, step: ServerSnapshot['deployment'][number]): Frame {
    const others = server.deployment.filter((other) => other.step !== step.step);
    const index = server.deployment.findIndex((other) => other.step === step.step);
    server.deployment = others.toSpliced(index === -1 ? others.length : index, 0, step);
    return this.#list(server, 'omega:deploy', { server_id: server.id, step });
  }

  metrics(server: WorldServer, pings: Readonly<Record<string, number>>): Frame {
    return this.#frame(server, 'metrics', 'server:metrics', {
      server_id: server.id,
      at: this.at,
      players: server.population.players,
      queue: server.population.queue?.size ?? null,
      latency: 20,
      pings: { ...pings },
    });
  }

  presence(server: WorldServer, viewers: EventData<'presence:server'>['viewers']): Frame {
    return { event: 'presence:server', at: this.at, data: { server_id: server.id, viewers } };
  }

  destroy(server: WorldServer): Frame {
    server.destroyed = true;
    this.#permissions.delete(server.id);
    return this.#list(server, 'server:destroy', { server_id: server.id });
  }

  /** The account's permissions on a server become these. */
  permit(server: WorldServer, permissions: readonly ServerPermission[]): Frame {
    this.#permissions.set(server.id, permissions);
    return this.#account('update', { muster_id: this.muster_id, reason: 'permissions' });
  }

  /** The account's permissions on a group become these. */
  permitGroup(id: string, permissions: readonly GroupPermission[]): Frame {
    this.groups.permit(id, permissions);
    return this.#account('update', { muster_id: this.muster_id, reason: 'permissions' });
  }

  /** The operator has parts of the portal loaded again. */
  reload(components: readonly UiComponent[]): Frame {
    return this.#account('ui:reload:components', { components: [...components] });
  }

  notify(notification: EventData<'notification'>): Frame {
    return this.#account('notification', notification);
  }

  /** Another session of the account started. */
  bootstrap(): Frame {
    return this.#account('user:bootstraped', { muster_id: this.muster_id, at: this.at });
  }

  /** What `servers/list` answers for one server now. */
  snapshot(server: WorldServer): ServerSnapshot {
    const { id, configuration, state, population, environment, deployment } = server;
    const players = [...server.players.values()];
    const position = server.heads.list;
    return { id, position, configuration, state, population, environment, deployment, players };
  }

  /** What `@me/session` answers now. */
  session(): SessionData {
    return {
      position: this.#accountHead,
      muster_id: this.muster_id,
      ui: { menu_layout: 'default' },
      persona: { username: 'warden', profile: { display_name: 'Warden', avatar: null } },
      email: { address: 'warden@example.org', verified: true },
      preferences: {
        language: 'en',
        app: { datetime_locale: 'en' },
        audio_alert_watcher: false,
      },
      subscription: { plan: 'community', status: 'ACTIVE', until: null, restricted: false },
      limits: { servers: null },
      usage: { servers: this.#permissions.size },
      capabilities: ['host.operate', 'host.server.create'],
      memberships: [],
      resources: {},
      invites: [],
      groups: Object.fromEntries([...this.groups.held].map(([id, list]) => [id, [...list]])),
      servers: Object.fromEntries([...this.#permissions].map(([id, list]) => [id, [...list]])),
      expires_at: this.at + 30 * 86_400_000,
    };
  }

  #account<N extends EventName>(event: N, data: EventData<N>): Frame {
    const stream = accountStream(this.muster_id);
    return { event, at: this.at, stream, seq: ++this.#accountHead, data } as Frame;
  }

  #own<N extends EventName>(resource: ScopedName<'account'>, event: N, data: EventData<N>): Frame {
    const stream = resourceStream(resource, this.muster_id);
    return { event, at: this.at, stream, seq: ++this.own[resource].head, data } as Frame;
  }

  #count(server: WorldServer, difference: 1 | -1): void {
    const { players, slots } = server.population;
    if (players === null) return;
    const counted = Math.min(Math.max(players + difference, 0), slots ?? Infinity);
    server.population = { ...server.population, players: counted, observed_at: this.at };
  }

  #list<N extends EventName>(server: WorldServer, event: N, data: EventData<N>): Frame {
    return this.#frame(server, 'list', event, data);
  }

  #feed(server: WorldServer, entry: FeedEntry): Frame {
    const data = { server_id: server.id, at: this.at, entry };
    const frame = this.#frame(server, 'feed', 'server:feed', data);
    server.feed.push({ seq: server.heads.feed, at: this.at, entry });
    return frame;
  }

  /** A row of a resource came, or is another now. */
  put<R extends ScopedName<'server'>>(server: WorldServer, resource: R, row: RowOf<R>): Frame {
    server.rows[resource].set(row.id, row);
    const data = { resource, server_id: server.id, row };
    return this.#frame(server, resource, 'row:put', data as never);
  }

  /** A row of a resource was removed. */
  remove(server: WorldServer, resource: ScopedName<'server'>, id: string): Frame {
    server.rows[resource].delete(id);
    const data = { resource, server_id: server.id, id };
    return this.#frame(server, resource, 'row:gone', data);
  }

  /** A row of what the account has for itself came, or is another now. */
  putOwn<R extends ScopedName<'account'>>(resource: R, row: RowOf<R>): Frame {
    (this.own[resource].rows as Map<string, RowOf<R>>).set(row.id, row);
    return this.#own(resource, 'row:put', { resource, server_id: null, row } as never);
  }

  /** A row of what the account has for itself was removed. */
  removeOwn(resource: ScopedName<'account'>, id: string): Frame {
    this.own[resource].rows.delete(id);
    return this.#own(resource, 'row:gone', { resource, server_id: null, id });
  }

  /** A row of a resource of pages came, or is another now. */
  putPaged<R extends PagedOf<'server'>>(server: WorldServer, resource: R, row: PagedRow<R>): Frame {
    const before = server.paged[resource].get(row.id) ?? null;
    server.paged[resource].set(row.id, row);
    return this.#frame(server, resource, 'row:put', {
      resource,
      server_id: server.id,
      row,
      before,
    });
  }

  #personal(server: WorldServer, entry: Personal): Frame {
    server.identities.set(entry.player, entry);
    const data = { server_id: server.id, at: this.at, entry };
    return this.#frame(server, 'feed-personal', 'server:feed', data);
  }

  #frame<N extends EventName>(
    server: WorldServer,
    audience: ServerStream,
    event: N,
    data: EventData<N>,
  ): Frame {
    const stream = serverStream(server.id, audience);
    const seq = ++server.heads[audience];
    return { event, at: this.at, stream, seq, data } as Frame;
  }
}

function who(player: Present): { id: string; muster_id: string | null; name: string } {
  return { id: player.id, muster_id: player.muster_id, name: player.name };
}
