import type { DomainEvent, RealtimeEvent } from '../../domain/event.ts';
import type { AccountRow, IntentionRow, LinkRow } from '../../domain/rows.ts';
import type { EventData } from '../../protocol/events.ts';
import { parseStream, startsAnew } from '../../protocol/streams.ts';
import {
  forget,
  join,
  moveOn,
  part,
  shown,
  takePage,
  takeSnapshot,
  unknownServer,
  type FollowedTopic,
  type Held,
  type KnownServer,
} from './known-server.ts';

const INTENTIONS_MOST = 100;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * What a client knows after the events that it was told, by the book and without any of the portal's reducers:
 * a second opinion on every field of every row. Slow, and simple enough to be believed.
 */
export class Model {
  account: AccountRow | null = null;
  link: LinkRow | null = null;
  readonly servers = new Map<string, KnownServer>();
  readonly intentions = new Map<string, IntentionRow>();

  take(event: DomainEvent): void {
    if (event.source === 'realtime') this.#told(event);
    else if (event.source === 'rest') this.#answered(event);
    else if (event.source === 'intent') this.#intended(event);
    else this.#linked(event);
  }

  server(id: string): KnownServer {
    const known = this.servers.get(id) ?? unknownServer();
    this.servers.set(id, known);
    return known;
  }

  #told(event: RealtimeEvent): void {
    if (event.stream !== undefined && event.seq !== undefined) {
      if (this.#next(event, event.stream, event.seq)) this.#fresh(event.at);
      return;
    }
    switch (event.event) {
      case 'ack':
        this.#attach(event.data.streams, false);
        this.#hostSays(event.at);
        return;
      case 'refresh':
        this.#attach(event.data.streams, event.data.reason === 'rebuilt');
        return;
      case 'event_subscription':
        for (const stream of event.data.detached) this.#forget(stream);
        this.#attach(event.data.attached, false);
        return;
      case 'keepalive':
        this.#hostSays(event.at);
        return;
      case 'presence:server':
        this.server(event.data.server_id).viewers = event.data.viewers;
        return;
      default:
    }
  }

  /** The next event of a stream; whether it was that. */
  #next(event: RealtimeEvent, stream: string, seq: number): boolean {
    const [resource, id = '', audience = ''] = stream.split('/');
    if (resource === 'account') {
      if (this.account?.muster_id !== id || seq !== this.account.position + 1) return false;
      this.account = { ...this.account, position: seq };
      return true;
    }
    const server = this.server(id);
    if (audience === 'list') {
      if (server.listed === null || seq !== server.listed.position + 1) return false;
      server.listed = { ...server.listed, position: seq };
      this.#listed(id, server, event);
      return true;
    }
    const held = server.topics.get(audience as FollowedTopic);
    if (held === undefined || seq !== held.position + 1) return false;
    this.#followed(server, audience as FollowedTopic, held, event);
    return true;
  }

  #listed(id: string, server: KnownServer, event: RealtimeEvent): void {
    const { listed } = server;
    if (listed === null) return;
    switch (event.event) {
      case 'server:update': {
        const { population, environment } = event.data.server;
        if (population !== undefined) listed.population = shown(population);
        if (environment !== undefined) listed.environment = environment;
        return;
      }
      case 'server:state':
        listed.state = event.data.state;
        return;
      case 'update:server':
        listed.configuration = event.data.configuration;
        return;
      case 'omega:deploy': {
        const { step } = event.data;
        const steps = new Map(listed.deployment.map((one) => [one.step, one]));
        listed.deployment = [...steps.set(step.step, step).values()];
        return;
      }
      case 'gsm:player:create':
        join(server, event.data.player, event.at);
        return;
      case 'gsm:player:destruct':
        part(server, event.data.player.id, event.at);
        return;
      case 'server:destroy':
        this.#forget(`server/${id}/list`);
        return;
      default:
    }
  }

  #followed(server: KnownServer, topic: FollowedTopic, held: Held, event: RealtimeEvent): void {
    if (topic === 'feed' || topic === 'console') moveOn(server, topic, held);
    else held.position += 1;
    if (event.event === 'server:metrics' && topic === 'metrics') {
      server.pings.clear();
      for (const [id, ping] of Object.entries(event.data.pings)) {
        if (server.players.has(id)) server.pings.set(id, ping);
      }
    }
    if (event.event !== 'server:feed') return;
    const { at, entry } = event.data;
    if (entry.kind === 'console') {
      if (topic === 'console') server.console.set(held.position, { at, line: entry });
    } else if (entry.kind === 'personal') {
      const { kind: _, player, ...identity } = entry;
      if (topic === 'feed-personal') server.identities.set(player, identity);
    } else if (topic === 'feed') server.feed.set(held.position, { at, entry });
  }

  /** Where streams go on that do not go on where we stand, what was told of another history goes. */
  #attach(streams: EventData<'ack'>['streams'], rebuilt: boolean): void {
    for (const { stream, head, resumed } of streams) {
      if (resumed) continue;
      const name = parseStream(stream);
      const position = this.#position(stream);
      if (position !== undefined && (rebuilt || position > head)) this.#forget(stream);
      if (name?.resource !== 'server' || !startsAnew(name)) continue;
      const held = { position: head, floor: head + 1, more: false };
      const server = this.server(name.id);
      if (name.audience === 'metrics') server.pings.clear();
      server.topics.set(name.audience as FollowedTopic, held);
    }
  }

  #position(stream: string): number | undefined {
    const [resource, id = '', audience = ''] = stream.split('/');
    if (resource === 'account') {
      return this.account?.muster_id === id ? this.account.position : undefined;
    }
    const server = this.server(id);
    if (audience === 'list') return server.listed?.position;
    return server.topics.get(audience as FollowedTopic)?.position;
  }

  #forget(stream: string): void {
    const [resource, id = '', audience = ''] = stream.split('/');
    if (resource === 'account') {
      if (this.account?.muster_id === id) this.account = null;
      return;
    }
    forget(this.server(id), audience);
    if (audience !== 'list') return;
    for (const [request, { server_id }] of this.intentions) {
      if (server_id === id) this.intentions.delete(request);
    }
  }

  #answered(event: Extract<DomainEvent, { source: 'rest' }>): void {
    switch (event.event) {
      case 'session': {
        const { data } = event;
        if (this.account !== null && this.account.muster_id !== data.muster_id) this.#empty();
        if (this.account !== null && this.account.position > data.position) return;
        this.account = { ...data, id: 'me' };
        return;
      }
      case 'servers': {
        const { servers, whole } = event.data;
        for (const [id, { listed }] of this.servers) {
          const absent = listed !== null && !servers.some((server) => server.id === id);
          if (whole && absent) this.#forget(`server/${id}/list`);
        }
        for (const server of servers) takeSnapshot(this.server(server.id), server);
        return;
      }
      case 'feed':
        takePage(this.server(event.data.server_id), 'feed', event.data, (entry, at) => ({
          at,
          entry,
        }));
        return;
      case 'console':
        takePage(this.server(event.data.server_id), 'console', event.data, (line, at) => ({
          at,
          line,
        }));
        return;
      case 'personal': {
        const { server_id, position, entries } = event.data;
        const server = this.server(server_id);
        const held = server.topics.get('feed-personal');
        if (held !== undefined && held.position > position) return;
        server.identities.clear();
        for (const { kind: _, player, ...identity } of entries) {
          server.identities.set(player, identity);
        }
        server.topics.set('feed-personal', { position, floor: position + 1, more: false });
        return;
      }
      case 'rows':
        // Rows of resources have a model of their own, beside their reducer.
        return;
      case 'days':
        // No generated step asks for days.
        return;
      case 'population': {
        const { server_id, span, step, points } = event.data;
        this.server(server_id).histories.set(span, { step, points });
      }
    }
  }

  #intended(event: Extract<DomainEvent, { source: 'intent' }>): void {
    const row = this.intentions.get(event.data.id);
    if (event.event === 'begin') {
      if (row !== undefined && row.state !== 'failed') return;
      if (row === undefined && this.intentions.size >= INTENTIONS_MOST) {
        const ended = [...this.intentions.values()].filter(({ state }) => state !== 'pending');
        const [oldest] = ended.toSorted((a, b) => a.at - b.at);
        if (oldest !== undefined) this.intentions.delete(oldest.id);
      }
      const begun = { state: 'pending', answer: null, error: null } as const;
      this.intentions.set(event.data.id, { ...event.data, at: event.at, ...begun });
    } else if (event.event === 'end') {
      if (row?.state !== 'pending') return;
      const { answer, error } = event.data;
      const state = error === null ? 'done' : 'failed';
      this.intentions.set(row.id, { ...row, state, answer, error });
    } else if (row !== undefined && row.state !== 'pending') this.intentions.delete(row.id);
  }

  #linked(event: Extract<DomainEvent, { source: 'link' }>): void {
    switch (event.event) {
      case 'connection': {
        const { connection } = event.data;
        this.link = { ...(this.link ?? { id: 'link', fresh_at: null }), connection };
        return;
      }
      case 'keeping':
      case 'refused':
        if (this.link !== null) this.link = { ...this.link, ...event.data };
        return;
      case 'released':
        for (const stream of event.data.streams) this.#forget(stream);
        return;
      case 'emptied':
        this.#empty();
    }
  }

  /** Nobody is signed in: nothing stays but the connection. */
  #empty(): void {
    this.account = null;
    this.servers.clear();
    this.intentions.clear();
    if (this.link !== null) this.link = { ...this.link, fresh_at: null };
  }

  /** Something is true at `at`, by the clock of whichever host noted it. */
  #fresh(at: number): void {
    const known = this.link?.fresh_at ?? null;
    if (this.link === null || known === null) return;
    if (at >= known + SECOND && at <= known + MINUTE) this.link = { ...this.link, fresh_at: at };
  }

  /** The host that we are connected to says what time it is. */
  #hostSays(at: number): void {
    if (this.link === null) return;
    const known = this.link.fresh_at;
    if (known !== null && Math.abs(known - at) < SECOND) return;
    this.link = { ...this.link, fresh_at: at };
  }
}
