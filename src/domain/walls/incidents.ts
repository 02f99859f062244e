import type { ServerStatusName } from '../../protocol/enumerations.ts';
import { isDown } from '../servers/status.ts';
import type { QueueMemory } from './queue-memory.ts';

/** What a wall must know of a server to see whether something is wrong with it. */
export interface WatchedServer {
  readonly id: string;
  readonly status: ServerStatusName;
  /** Since when the connection to the game server is as it is. */
  readonly since: number;
  /** null: unknown, or none now. */
  readonly queue: number | null;
}

export type IncidentKind = 'down' | 'queue';

/** Something is wrong with a server. `id` is `<server_id>:<kind>`. */
export interface Incident {
  readonly id: string;
  readonly server_id: string;
  readonly kind: IncidentKind;
  readonly since: number;
  /** When the wall said so first: it is loud from then on, for a while. */
  readonly raised_at: number;
  /** Since when it looks mended; null while it does not. */
  readonly mended_at: number | null;
  /** How many wait, for a queue; 0 for others. */
  readonly size: number;
}

/** What is looked out for. */
export interface IncidentRules {
  readonly down: boolean;
  /** So many more in the queue than lately are an incident; null: queues are not watched. */
  readonly queue: number | null;
}

export const INCIDENT_TIMING = {
  /** It must last so long before it is said: a restart of the connection is none. */
  raise: 10_000,
  /** It must look mended for so long before it is over, or it would flap. */
  hold: 60_000,
  /** What began longer ago than this stands without a sound and interrupts nothing. */
  loud: 300_000,
} as const;

interface Trouble {
  /** When it was first seen; the row may know of an earlier beginning. */
  readonly seen: number;
  readonly since: number;
}

/** All that is wrong, and what looks as if it might be. */
export interface Incidents {
  /** The newest first. */
  readonly open: readonly Incident[];
  /** Wrong, but not for long enough; by incident. */
  readonly troubles: ReadonlyMap<string, Trouble>;
}

export const NO_INCIDENTS: Incidents = { open: [], troubles: new Map() };

/**
 * Looks at every server once. While the wall is not live nothing can be seen, so nothing is raised or
 * over. What is not seen any more (another scene, a deleted server) is over at once. `queues` is the wall's
 * own, and changed: it remembers what this look saw.
 */
export function watchIncidents(
  before: Incidents,
  queues: QueueMemory,
  servers: Iterable<WatchedServer>,
  live: boolean,
  now: number,
  rules: IncidentRules,
): Incidents {
  if (!live) return before;
  const known = new Map(before.open.map((incident) => [incident.id, incident]));
  const ill = new Set(before.open.map((incident) => incident.server_id));
  const open: Incident[] = [];
  const troubles = new Map<string, Trouble>();
  const watched = KINDS.filter((kind) => (kind === 'down' ? rules.down : rules.queue !== null));
  queues.begin();
  for (const server of servers) {
    const queued = rules.queue !== null && server.queue !== null;
    const grown = queued ? queues.see(server.id, server.queue, now) : 0;
    for (const kind of watched) {
      const wrong = isWrong(kind, server, grown, rules);
      // Nearly all of thousands of servers are well, and stay so: nothing is made for those.
      if (wrong === false && !ill.has(server.id)) continue;
      const sight = { kind, wrong, size: kind === 'queue' ? (server.queue ?? 0) : 0 };
      const id = `${server.id}:${kind}`;
      const incident = known.get(id);
      const next =
        incident === undefined
          ? begin(id, server, sight, before.troubles.get(id), troubles, now)
          : goOn(incident, sight, now);
      if (next !== null) open.push(next);
    }
  }
  queues.end();
  open.sort((a, b) => b.raised_at - a.raised_at || (a.id < b.id ? -1 : 1));
  return { open, troubles };
}

const KINDS: readonly IncidentKind[] = ['down', 'queue'];

interface Sight {
  readonly kind: IncidentKind;
  /** null: it cannot be told now. */
  readonly wrong: boolean | null;
  readonly size: number;
}

/** Whether this is wrong with a server whose queue has grown by so many; null: it cannot be told now. */
function isWrong(
  kind: IncidentKind,
  server: WatchedServer,
  grown: number,
  rules: IncidentRules,
): boolean | null {
  if (kind === 'down') return isSeenDown(server.status);
  return rules.queue !== null && grown >= rules.queue;
}

function isSeenDown(status: ServerStatusName): boolean | null {
  return status === 'connecting' || status === 'unknown' ? null : isDown(status);
}

function begin(
  id: string,
  server: WatchedServer,
  { kind, wrong, size }: Sight,
  trouble: Trouble | undefined,
  troubles: Map<string, Trouble>,
  now: number,
): Incident | null {
  if (wrong === false || (wrong === null && trouble === undefined)) return null;
  const since = kind === 'down' ? Math.min(server.since, now) : now;
  const begun = trouble ?? { seen: now, since };
  if (now - begun.seen < INCIDENT_TIMING.raise || wrong === null) {
    troubles.set(id, begun);
    return null;
  }
  const at = { since: begun.since, raised_at: now, mended_at: null };
  return { id, server_id: server.id, kind, size, ...at };
}

function goOn(incident: Incident, { wrong, size }: Sight, now: number): Incident | null {
  if (wrong === null) return incident;
  if (wrong) {
    return incident.mended_at === null && incident.size === size
      ? incident
      : { ...incident, size, mended_at: null };
  }
  const mended_at = incident.mended_at ?? now;
  if (now - mended_at >= INCIDENT_TIMING.hold) return null;
  return { ...incident, size, mended_at };
}

/** Whether an incident is so young that it is shown across the screen and interrupts. */
export function isLoud(incident: Incident, now: number): boolean {
  return (
    incident.mended_at === null &&
    incident.raised_at - incident.since < INCIDENT_TIMING.loud &&
    now - incident.raised_at < INCIDENT_TIMING.loud
  );
}

/** Loud incidents that were not there before: each sounds once. */
export function newlyLoud(before: Incidents, after: Incidents, now: number): readonly Incident[] {
  if (before.open === after.open) return [];
  const known = new Set(before.open.map(({ id }) => id));
  return after.open.filter((incident) => !known.has(incident.id) && isLoud(incident, now));
}
