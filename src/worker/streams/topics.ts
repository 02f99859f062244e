import {
  BehaviorSubject,
  finalize,
  merge,
  NEVER,
  share,
  Subscription,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { cursorOf } from '../../domain/position.ts';
import { mayInBanList, mayInBucket, mayInGroup } from '../../domain/permissions.ts';
import type { Query } from '../../domain/queries.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { EventData } from '../../protocol/events.ts';
import type { ClientMessage } from '../../protocol/frames.ts';
import { isOfBanList, isOfBucket, isOfGroup, isOwn } from '../../protocol/resources/registry.ts';
import { ownerBy, ownerOf } from '../../protocol/resources/resource.ts';
import {
  BAN_LIST_STREAM,
  BUCKET_STREAM,
  GROUP_STREAM,
  opensStream,
  parseStream,
  scopeOfTopic,
  type Topic,
} from '../../protocol/streams.ts';
import { clockScheduler } from '../clock-scheduler.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';

/** A screen that is left and opened again within this time finds its streams as they were. */
const LINGER_MS = 5_000;

/** The topics that a query lives from. */
export function topicsOf(query: Query): readonly Topic[] {
  switch (query.view) {
    case 'servers':
      return query.sort === 'nav' ? ['nav'] : [];
    case 'players':
      return ['metrics', 'feed-personal'];
    case 'feed':
      return ['feed', 'feed-filtered'];
    case 'console':
      return ['console', 'console-filtered'];
    case 'presence':
      return ['presence'];
    case 'rows':
    case 'pages':
      return [query.resource];
    default:
      return [];
  }
}

/** Whether the account may follow it: what it has for itself always. */
function mayFollow(account: AccountRow | undefined, { ownerId, topic }: Place): boolean {
  if (ownerId === null) return account !== undefined && isOwn(topic);
  if (isOwn(topic)) return false;
  if (isOfGroup(topic)) return mayInGroup(account, ownerId, GROUP_STREAM[topic]);
  if (isOfBanList(topic)) return mayInBanList(account, ownerId, BAN_LIST_STREAM[topic]);
  if (isOfBucket(topic)) return mayInBucket(account, ownerId, BUCKET_STREAM[topic]);
  return opensStream(account?.servers[ownerId] ?? [], topic === 'presence' ? 'list' : topic);
}

/** What the host refused is asked for again after so long, then after twice as long each time. */
const AGAIN_MS = 2_000;
const AGAIN_MAX_MS = 60_000;

/** Nobody is told that presence has ended: it ends with the list stream of the server. */
function presenceOfList(stream: string): string {
  return stream.replace(/\/list$/, '/presence');
}

interface Place {
  /** A server, a group, a ban list or a bucket; null: what the account has for itself. */
  readonly ownerId: string | null;
  readonly topic: Topic;
}

interface Want extends Place {
  /** Somebody looks at it for as long as this is subscribed to; it lingers a little longer. */
  readonly held: Observable<never>;
  asked: boolean;
  /** How often in a row the host refused it. */
  refusals: number;
  /** Waits until it is asked for again. */
  again: Subscription;
}

export interface TopicsDeps {
  readonly environment: Environment;
  readonly engine: Engine;
  readonly send: (message: ClientMessage) => void;
}

/** Which topics of which servers, groups, ban lists and buckets the tabs look at: asked for once, released when nobody looks. */
export class Topics {
  readonly #deps: TopicsDeps;
  readonly #scheduler: SchedulerLike;
  readonly #wants = new Map<string, Want>();
  /** Streams that the host was asked to end: what they told goes with its answer. */
  readonly #ending = new Set<string>();
  /** Streams whose end was asked for, and not told yet: the next word of it is the answer to that. */
  readonly #untold = new Set<string>();
  readonly #live = new BehaviorSubject(false);

  constructor(deps: TopicsDeps) {
    this.#deps = deps;
    this.#scheduler = clockScheduler(deps.environment.clock);
    const settled = (live: boolean) => (live ? timer(LINGER_MS, this.#scheduler) : NEVER);
    this.#live.pipe(switchMap(settled)).subscribe(() => this.#forgetUnwanted());
  }

  get size(): number {
    return this.#wants.size;
  }

  /** Somebody looks at what a query shows; answers how to look away. */
  use(query: Query): () => void {
    const ownerId = 'server_id' in query ? ownerOf(query) : null;
    const wants = topicsOf(query).map((topic) => this.#want(ownerId, topic));
    const looking = merge(...wants.map(({ held }) => held)).subscribe();
    this.#ask(wants);
    return () => looking.unsubscribe();
  }

  /** The socket is acknowledged: everything is asked for again. */
  connected(): void {
    this.#live.next(true);
    for (const want of this.#wants.values()) this.#forgetAsked(want);
    this.#ask([...this.#wants.values()]);
  }

  disconnected(): void {
    this.#live.next(false);
    this.#forget([...this.#ending].filter((stream) => !this.#isWanted(stream)));
    this.#ending.clear();
    this.#untold.clear();
  }

  /** The account's permissions changed: what was withdrawn is forgotten, what is allowed now is asked for. */
  permissionsChanged(): void {
    const { rows } = this.#deps.engine;
    const account = rows.account.get('me');
    for (const want of this.#wants.values()) {
      // The host has detached what was withdrawn; should it be given again, it is asked for again.
      if (!mayFollow(account, want) || want.refusals > 0) this.#forgetAsked(want);
    }
    this.#forget(
      [...rows.streams.keys()].filter((stream) => {
        const name = parseStream(stream);
        if (name?.resource === 'group') {
          return !mayInGroup(account, name.id, GROUP_STREAM[name.audience]);
        }
        if (name?.resource === 'banlist') {
          return !mayInBanList(account, name.id, BAN_LIST_STREAM[name.audience]);
        }
        if (name?.resource === 'bucket') {
          return !mayInBucket(account, name.id, BUCKET_STREAM[name.audience]);
        }
        if (name?.resource !== 'server') return false;
        return !opensStream(account?.servers[name.id] ?? [], name.audience);
      }),
    );
    this.#ask([...this.#wants.values()]);
  }

  /**
   * The host said what it follows from now on, what no longer, and what it refuses. What it ended and is still
   * wanted was withdrawn, and perhaps given again before we heard of either; what it refused may be given later.
   */
  answered(answer: EventData<'event_subscription'>): void {
    const { attached, detached, refused } = answer;
    for (const { stream } of attached) {
      const want = this.#wantOf(stream);
      if (want !== undefined) want.refusals = 0;
    }
    const ended = detached.filter((stream) => !this.#untold.delete(stream)).map(presenceOfList);
    const again = ended.flatMap((stream) => this.#wantOf(stream) ?? []);
    for (const want of again) this.#forgetAsked(want);
    this.#ask(again);
    for (const topic of refused) {
      const want = this.#wants.get(`${ownerOf(answer)} ${topic}`);
      if (want?.asked === true) this.#refused(want);
    }
    this.#tellRefused();
  }

  /** The host told who looks at a server. Presence is no stream, so this alone says that it is given. */
  presence(server_id: string): void {
    const want = this.#wants.get(`${server_id} presence`);
    if (want === undefined || !want.asked || want.refusals === 0) return;
    want.refusals = 0;
    this.#tellRefused();
  }

  /** The topics that are wanted and that the host refuses. */
  get refused(): readonly string[] {
    return [...this.#wants.values()]
      .filter(({ refusals }) => refusals > 0)
      .map((want) => this.#streamOf(want));
  }

  /** Screens say what of them the host does not give. */
  #tellRefused(): void {
    const { environment, engine } = this.#deps;
    const { refused } = this;
    const told = engine.rows.link.get('link')?.refused ?? [];
    if (refused.join() === told.join()) return;
    const at = environment.clock.now();
    engine.dispatch({ source: 'link', event: 'refused', at, data: { refused } });
  }

  /** What was held of it may be old, and is not for this account any more. */
  #refused(want: Want): void {
    this.#forget([this.#streamOf(want)]);
    want.asked = false;
    want.refusals += 1;
    const wait = Math.min(AGAIN_MS * 2 ** (want.refusals - 1), AGAIN_MAX_MS);
    want.again.unsubscribe();
    want.again = timer(wait, this.#scheduler).subscribe(() => this.#ask([want]));
  }

  #forgetAsked(want: Want): void {
    want.asked = false;
    want.again.unsubscribe();
  }

  #wantOf(stream: string): Want | undefined {
    const [scope, id = '', topic = ''] = stream.split('/');
    return this.#wants.get(`${scope === 'account' ? null : id} ${topic}`);
  }

  #streamOf({ ownerId, topic }: Place): string {
    const id = ownerId ?? this.#deps.engine.rows.account.get('me')?.muster_id ?? '';
    return `${scopeOfTopic(topic)}/${id}/${topic}`;
  }

  #want(ownerId: string | null, topic: Topic): Want {
    const key = `${ownerId} ${topic}`;
    const known = this.#wants.get(key);
    if (known !== undefined) return known;
    const held = NEVER.pipe(
      finalize(() => this.#release(want)),
      share({ resetOnRefCountZero: () => timer(LINGER_MS, this.#scheduler) }),
    );
    const want: Want = {
      ownerId,
      topic,
      held,
      asked: false,
      refusals: 0,
      again: Subscription.EMPTY,
    };
    this.#wants.set(key, want);
    return want;
  }

  #release(want: Want): void {
    const { ownerId, topic, asked } = want;
    want.again.unsubscribe();
    this.#wants.delete(`${ownerId} ${topic}`);
    this.#tellRefused();
    if (!asked) return;
    const stream = this.#streamOf(want);
    if (!this.#live.value) {
      this.#forget([stream]);
      return;
    }
    const owner = ownerBy(scopeOfTopic(topic), ownerId);
    this.#deps.send({ type: 'unsubscribe', ...owner, topics: [topic] });
    // Presence is no stream, so no answer tells that it has ended.
    if (topic === 'presence') this.#forget([stream]);
    else {
      this.#ending.add(stream);
      this.#untold.add(stream);
    }
  }

  /** What an earlier worker followed and nobody came back to: it would only grow old. */
  #forgetUnwanted(): void {
    const held = [...this.#deps.engine.rows.streams.keys()];
    this.#forget(held.filter((stream) => !this.#isWanted(stream) && !this.#ending.has(stream)));
  }

  #isWanted(stream: string): boolean {
    return this.#wantOf(stream) !== undefined;
  }

  #forget(streams: readonly string[]): void {
    if (streams.length === 0) return;
    const at = this.#deps.environment.clock.now();
    this.#deps.engine.dispatch({ source: 'link', event: 'released', at, data: { streams } });
  }

  #ask(wants: readonly Want[]): void {
    if (!this.#live.value) return;
    const { rows } = this.#deps.engine;
    const account = rows.account.get('me');
    const byOwner = new Map<string | null, Want[]>();
    for (const want of wants) {
      if (want.asked || !mayFollow(account, want)) continue;
      want.asked = true;
      byOwner.set(want.ownerId, [...(byOwner.get(want.ownerId) ?? []), want]);
    }
    for (const [ownerId, asked] of byOwner) {
      const cursors: Record<string, number> = {};
      for (const { topic } of asked) {
        if (topic === 'presence') continue;
        const stream = this.#streamOf({ ownerId, topic });
        // What is held goes with the answer to the end that was asked for just before.
        if (this.#ending.delete(stream)) this.#forget([stream]);
        const cursor = cursorOf(rows, stream);
        if (cursor !== undefined) cursors[stream] = cursor;
      }
      const topics = asked.map(({ topic }) => topic);
      // A server has other topics than a group, and neither has those of an account.
      const owner = ownerBy(topics.map(scopeOfTopic)[0] ?? 'account', ownerId);
      this.#deps.send({ type: 'subscribe', ...owner, topics, cursors });
    }
  }
}
