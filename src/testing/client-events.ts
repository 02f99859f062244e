import type { DomainEvent } from '../domain/event.ts';
import type { EventData } from '../protocol/events.ts';
import { serverStream, type ServerStream } from '../protocol/streams.ts';
import { followingEvents, olderEvent, olderPage, openingEvents } from './snapshots.ts';
import type { Step } from './steps.ts';
import { pick, tell } from './telling.ts';
import type { World } from './world.ts';
import type { WorldServer } from './world-server.ts';

/** What a client of a world was told until now. */
export interface Client {
  readonly world: World;
  readonly events: DomainEvent[];
  /** Answers of the host that are still on their way. */
  readonly asked: DomainEvent[];
}

type OfServer = Extract<Step, { server: number }>;
type OfNoServer = Exclude<Step, OfServer>;

/** What the host answers, or the client does, of no server alone. */
export function eventsOf(client: Client, step: OfNoServer): readonly DomainEvent[] {
  const { world, events, asked } = client;
  const { at } = world;
  switch (step.kind) {
    case 'add': {
      const added = world.addServer(step.identifier, step.slots);
      const data = { servers: [world.snapshot(added)], whole: false };
      return [{ source: 'rest', event: 'servers', at, data }];
    }
    case 'pass':
      world.pass(step.milliseconds);
      if (!step.heard) return [];
      return [{ source: 'realtime', event: 'keepalive', at: world.at, data: { sent: null } }];
    case 'notify':
      return [{ source: 'realtime', ...world.notify(step.notification) }];
    case 'bootstrap':
      return [{ source: 'realtime', ...world.bootstrap() }];
    case 'reload':
      return [{ source: 'realtime', ...world.reload(step.components) }];
    case 'list':
      return openingEvents(world).slice(1);
    case 'session':
      return openingEvents(world).slice(0, 1);
    case 'stranger':
      return signedInAs(world, step.id.toString(16).padStart(24, 'd'));
    case 'empty':
      return [{ source: 'link', event: 'emptied', at, data: {} }, ...openingEvents(world)];
    case 'answer': {
      const answer = pick(asked, step.pick);
      if (answer === undefined) return [];
      asked.splice(asked.indexOf(answer), 1);
      return [answer];
    }
    case 'repeat': {
      const frames = events.filter(({ source }) => source === 'realtime');
      const frame = pick(frames, step.pick);
      return frame === undefined ? [] : [frame];
    }
    case 'end': {
      const error = step.failed ? 'no-answer' : null;
      const data = { id: intentionId(step.id), answer: step.failed ? null : '', error };
      return [{ source: 'intent', event: 'end', at, data }];
    }
    case 'forget':
      return [{ source: 'intent', event: 'forget', at, data: { id: intentionId(step.id) } }];
    case 'connection':
      return [{ source: 'link', event: 'connection', at, data: { connection: step.connection } }];
    case 'keep': {
      const memory_only = step.why === null ? null : { why: step.why, since: at };
      return [{ source: 'link', event: 'keeping', at, data: { memory_only } }];
    }
    case 'reattach':
      return [reattached(world, step)];
  }
}

/** What happens on one server, what the client does with it, and what the host answers. */
export function eventsOfServer(
  client: Client,
  server: WorldServer,
  step: OfServer,
): readonly DomainEvent[] {
  const { world, asked } = client;
  const { at } = world;
  const server_id = server.id;
  switch (step.kind) {
    case 'follow':
      return followingEvents(world, server, [step.topic], step.limit);
    case 'oldest':
      return [olderEvent(world, server, step.table)];
    case 'older': {
      const before = Math.max(1, oldestTold(client, server, step.table) - step.hole);
      return [olderPage(world, server, { ...step, before })];
    }
    case 'release': {
      const streams = [`server/${server_id}/${step.stream}`];
      return [{ source: 'link', event: 'released', at, data: { streams } }];
    }
    case 'refuse': {
      const refused = step.streams.map((stream) => `server/${server_id}/${stream}`);
      return [{ source: 'link', event: 'refused', at, data: { refused } }];
    }
    case 'withdraw': {
      const detached = step.streams.map((stream) => `server/${server_id}/${stream}`);
      const data = { server_id, attached: [], detached, refused: [] };
      return [{ source: 'realtime', event: 'event_subscription', at, data }];
    }
    case 'give': {
      const attached = step.streams
        .filter((stream) => stream !== 'presence')
        .map((stream) => attachedTo(server, stream, 0, step.resumed));
      const data = { server_id, attached, detached: [], refused: [] };
      return [{ source: 'realtime', event: 'event_subscription', at, data }];
    }
    case 'snapshot':
      return [snapshotOf(world, server)];
    case 'ask':
      asked.push(...answerTo(world, server, step.question));
      return [];
    case 'history': {
      const points = step.players.map((players, index) => ({
        at: at + index * 60_000,
        players,
        slots: null,
        queue: null,
      }));
      const data = { server_id, span: step.span, step: 60, points };
      return [{ source: 'rest', event: 'population', at, data }];
    }
    case 'lose': {
      const [player] = server.players.values();
      if (step.goes && player !== undefined) world.leave(server, player);
      else world.join(server, step.name);
      return [];
    }
    case 'begin': {
      const { action, player_name, text } = step;
      const id = intentionId(step.id);
      const data = { id, server_id, action, player_id: null, player_name, text };
      return [{ source: 'intent', event: 'begin', at, data }];
    }
    case 'hurry':
      return Array.from({ length: step.count }, (_, number): DomainEvent => {
        const id = intentionId(number);
        const asks = { id, server_id, action: 1, player_id: null, player_name: null, text: 'x' };
        return { source: 'intent', event: 'begin', at, data: asks };
      });
    default:
      return tell(world, server, step).map((frame) => ({ source: 'realtime', ...frame }));
  }
}

/** The position of the oldest entry that pages have told since the newest one began the stream. */
function oldestTold({ events }: Client, server: WorldServer, table: 'feed' | 'console'): number {
  let oldest = Infinity;
  for (const told of events.toReversed()) {
    if (told.source !== 'rest' || told.event !== table) continue;
    if (told.data.server_id !== server.id) continue;
    const { entries, older, position } = told.data;
    oldest = Math.min(oldest, entries[0]?.seq ?? position + 1);
    if (!older) break;
  }
  return Math.min(oldest, server.heads[table] + 1);
}

/** What the host answers now to a question, which may come much later. */
function answerTo(
  world: World,
  server: WorldServer,
  question: Extract<Step, { kind: 'ask' }>['question'],
): readonly DomainEvent[] {
  if (question === 'list') return openingEvents(world).slice(1);
  if (question === 'session') return openingEvents(world).slice(0, 1);
  if (question === 'server') return [snapshotOf(world, server)];
  return followingEvents(world, server, [question], 5);
}

function snapshotOf(world: World, server: WorldServer): DomainEvent {
  const data = { servers: [world.snapshot(server)], whole: false };
  return { source: 'rest', event: 'servers', at: world.at, data };
}

/** Somebody else signs in in this browser, who may see the same servers. */
function signedInAs(world: World, muster_id: string): readonly DomainEvent[] {
  const data = { ...world.session(), muster_id, position: 0 };
  const session = { source: 'rest', event: 'session', at: world.at, data } as const;
  return [session, ...openingEvents(world).slice(1)];
}

type Attached = EventData<'ack'>['streams'][number];

function attachedTo(
  server: WorldServer,
  audience: ServerStream,
  behind: number,
  resumed: boolean,
): Attached {
  const head = Math.max(0, server.heads[audience] - behind);
  return { stream: serverStream(server.id, audience), head, resumed };
}

/** The host has another history of the streams, or the same with more in it. */
function reattached(
  world: World,
  { behind, by }: Extract<Step, { kind: 'reattach' }>,
): DomainEvent {
  const resumed = behind === 0 && by === 'ack';
  const streams = world.servers.flatMap((server) =>
    (Object.keys(server.heads) as ServerStream[]).map((audience) =>
      attachedTo(server, audience, behind, resumed),
    ),
  );
  const { at, muster_id } = world;
  if (by !== 'ack') {
    return { source: 'realtime', event: 'refresh', at, data: { reason: by, streams } };
  }
  const data = { protocol: 1, build: 'test', muster_id, keepalive: 15_000, streams };
  return { source: 'realtime', event: 'ack', at, data };
}

function intentionId(number: number): string {
  return number.toString(16).padStart(24, 'f');
}
