import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SERVER_STATUS } from '../../protocol/enumerations.ts';
import {
  INCIDENT_TIMING,
  isLoud,
  newlyLoud,
  NO_INCIDENTS,
  watchIncidents,
  type IncidentRules,
  type Incidents,
  type WatchedServer,
} from './incidents.ts';
import { QueueMemory } from './queue-memory.ts';

const T = 1_700_000_000_000;
const RULES: IncidentRules = { down: true, queue: 5 };
const IDS = ['a', 'b', 'c'] as const;

const look = fc.record({
  after: fc.integer({ min: 200, max: 40_000 }),
  live: fc.boolean(),
  servers: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...IDS),
      status: fc.constantFrom(...SERVER_STATUS),
      since: fc.constant(T - 1_000),
      queue: fc.option(fc.nat(30)),
    }),
    { selector: ({ id }) => id },
  ),
});

type Look = { after: number; live: boolean; servers: readonly WatchedServer[] };

function fold(
  looks: readonly Look[],
  each: (before: Incidents, after: Incidents, look: Look, now: number) => void,
  queues = new QueueMemory(),
): void {
  let state = NO_INCIDENTS;
  let now = T;
  for (const one of looks) {
    now += one.after;
    const after = watchIncidents(state, queues, one.servers, one.live, now, RULES);
    each(state, after, one, now);
    state = after;
  }
}

function server(change: Partial<WatchedServer> = {}): WatchedServer {
  return { id: 'a', status: 'online', since: T, queue: 0, ...change };
}

/** Looks once a second at what `at` says of each second. */
function seconds(
  count: number,
  at: (second: number) => WatchedServer,
  queues = new QueueMemory(),
): Incidents[] {
  let state = NO_INCIDENTS;
  const all: Incidents[] = [];
  for (let second = 0; second < count; second++) {
    state = watchIncidents(state, queues, [at(second)], true, T + second * 1_000, RULES);
    all.push(state);
  }
  return all;
}

describe('incidents', () => {
  it('are raised only by what is wrong now, and of servers that are looked at', () => {
    fc.assert(
      fc.property(fc.array(look, { maxLength: 40, size: 'max' }), (looks) => {
        fold(looks, (before, after, { live, servers }) => {
          if (!live) expect(after).toBe(before);
          else {
            const seen = new Map(servers.map((one) => [one.id, one]));
            const known = new Set(before.open.map(({ id }) => id));
            for (const incident of after.open) {
              const row = seen.get(incident.server_id);
              expect(row).toBeDefined();
              if (known.has(incident.id) || incident.kind !== 'down') continue;
              expect(['offline', 'error']).toContain(row?.status);
            }
          }
        });
      }),
    );
  });

  it('never flap: one that is over was not wrong for the whole hold', () => {
    fc.assert(
      fc.property(fc.array(look, { maxLength: 60, size: 'max' }), (looks) => {
        const wrongAt = new Map<string, number>();
        fold(looks, (before, after, { live, servers }, now) => {
          if (!live) return;
          for (const one of servers) {
            if (one.status === 'offline' || one.status === 'error') wrongAt.set(one.id, now);
          }
          for (const incident of before.open) {
            if (incident.kind !== 'down' || after.open.some(({ id }) => id === incident.id))
              continue;
            if (!servers.some(({ id }) => id === incident.server_id)) continue;
            const wrong = wrongAt.get(incident.server_id) ?? 0;
            expect(now - wrong).toBeGreaterThanOrEqual(INCIDENT_TIMING.hold);
          }
        });
      }),
    );
  });

  it('have one of each kind for a server, sound once while they last, and hold little', () => {
    fc.assert(
      fc.property(fc.array(look, { maxLength: 60, size: 'max' }), (looks) => {
        const sounding = new Set<string>();
        const queues = new QueueMemory();
        const each = (
          before: Incidents,
          after: Incidents,
          { live, servers }: Look,
          now: number,
        ) => {
          const ids = after.open.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const { id } of newlyLoud(before, after, now)) {
            expect(sounding).not.toContain(id);
            sounding.add(id);
          }
          for (const id of sounding) if (!ids.includes(id)) sounding.delete(id);
          expect(after.troubles.size).toBeLessThanOrEqual(2 * IDS.length);
          if (!live) return;
          const queued = servers.filter(({ queue }) => queue !== null);
          expect(queues.size).toBe(queued.length);
        };
        fold(looks, each, queues);
      }),
    );
  });

  it('say a server that is down after ten seconds, and are over a minute after it is back', () => {
    const all = seconds(200, (second) =>
      server({ status: second >= 20 && second < 60 ? 'offline' : 'online', since: T + 20_000 }),
    );
    expect(all.findIndex(({ open }) => open.length > 0)).toBe(30);
    expect(all.findLastIndex(({ open }) => open.length > 0)).toBe(119);
    expect(all[30]?.open[0]).toMatchObject({ id: 'a:down', since: T + 20_000, mended_at: null });
    expect(all[60]?.open[0]).toMatchObject({ mended_at: T + 60_000 });
  });

  it('say nothing of a connection that was lost for a moment, or of a restart that is loading', () => {
    const all = seconds(120, (second) =>
      server({ status: second % 12 < 8 ? 'offline' : second % 12 < 10 ? 'starting' : 'online' }),
    );
    expect(all.every(({ open }) => open.length === 0)).toBe(true);
  });

  it('say a queue that grows, and not one that has been long for ever', () => {
    const steady = seconds(1_200, () => server({ queue: 40 }));
    expect(steady.every(({ open }) => open.length === 0)).toBe(true);
    const growing = seconds(1_800, (second) => server({ queue: Math.min(20, second / 30) | 0 }));
    const first = growing.findIndex(({ open }) => open.length > 0);
    expect(first).toBe(160);
    expect(growing[first]?.open[0]).toMatchObject({ kind: 'queue', size: 5 });
    // Ten minutes after it stopped growing it is how things are.
    expect(growing.at(-1)?.open).toEqual([]);
  });

  it('say both that are wrong with a server, each until it is mended itself', () => {
    const all = seconds(240, (second) =>
      server({
        status: second >= 20 && second < 60 ? 'offline' : 'online',
        queue: second >= 30 && second < 120 ? 30 : 0,
      }),
    );
    const last = (kind: string) =>
      all.findLastIndex(({ open }) => open.some((incident) => incident.kind === kind));
    expect(all[50]?.open.map(({ id }) => id)).toEqual(['a:queue', 'a:down']);
    expect([last('down'), last('queue')]).toEqual([119, 179]);
  });

  it('go on through a restart of the connection, of which nothing can be told', () => {
    const all = seconds(60, (second) =>
      server({ status: second < 20 ? 'online' : second < 25 ? 'offline' : 'connecting' }),
    );
    expect(all.every(({ open }) => open.length === 0)).toBe(true);
    expect(all.at(-1)?.troubles.has('a:down')).toBe(true);
  });

  it('that were raised at the same moment stand in the order of their servers', () => {
    const queues = new QueueMemory();
    const servers = ['c', 'a', 'b'].map((id) => server({ id, status: 'offline' }));
    let state = NO_INCIDENTS;
    for (let second = 0; second < 40; second++) {
      state = watchIncidents(state, queues, servers, true, T + second * 1_000, RULES);
    }
    expect(state.open.map(({ server_id }) => server_id)).toEqual(['a', 'b', 'c']);
  });

  it('of what is not looked out for are over at once', () => {
    const queues = new QueueMemory();
    const offline = server({ status: 'offline' });
    const down = seconds(40, () => offline, queues).at(-1) ?? NO_INCIDENTS;
    const rules = { down: false, queue: null };
    const after = watchIncidents(down, queues, [offline], true, T + 40_000, rules);
    expect(after.open).toEqual([]);
  });

  it('remember no queue of another wall, nor of a server that was not there in the meantime', () => {
    const look = (queues: QueueMemory, queue: number | null, second: number) =>
      watchIncidents(NO_INCIDENTS, queues, [server({ queue })], true, T + second * 1_000, RULES);
    const queues = new QueueMemory();
    look(queues, 0, 0);
    expect(look(new QueueMemory(), 30, 1).troubles.size).toBe(0);
    look(queues, null, 2);
    expect(look(queues, 30, 3).troubles.size).toBe(0);
    expect(look(queues, 60, 4).troubles.size).toBe(1);
  });

  it('cost nothing for a server that is well but to look at it', () => {
    let spelled = 0;
    const id = {
      toString: () => {
        spelled += 1;
        return 'a';
      },
    } as unknown as string;
    const well = server({ id, queue: 3 });
    const queues = new QueueMemory();
    let state = NO_INCIDENTS;
    for (let second = 0; second < 30; second++) {
      state = watchIncidents(state, queues, [well], true, T + second * 1_000, RULES);
    }
    expect(spelled).toBe(0);
    watchIncidents(state, queues, [{ ...well, status: 'offline' }], true, T + 30_000, RULES);
    expect(spelled).toBeGreaterThan(0);
  });

  it('keep what was open through an outage, and raise nothing in it', () => {
    const queues = new QueueMemory();
    const down = seconds(40, () => server({ status: 'offline' }), queues).at(-1) ?? NO_INCIDENTS;
    const now = T + 6 * 3_600_000;
    expect(watchIncidents(down, queues, [server()], false, now, RULES)).toBe(down);
    expect(watchIncidents(down, queues, [server()], true, now, RULES).open).toHaveLength(1);
  });

  it('are loud for five minutes, and never where they are older than the wall', () => {
    const [incident] = seconds(40, () => server({ status: 'offline' })).at(-1)?.open ?? [];
    if (incident === undefined) throw new RangeError('Nothing was raised.');
    expect(isLoud(incident, T + 60_000)).toBe(true);
    expect(isLoud(incident, T + 60_000 + INCIDENT_TIMING.loud)).toBe(false);
    const old = seconds(40, () => server({ status: 'offline', since: T - 3_600_000 })).at(-1);
    expect(old?.open.map((one) => isLoud(one, T + 40_000))).toEqual([false]);
  });
});
