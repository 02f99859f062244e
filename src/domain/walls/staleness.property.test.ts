import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RCON_STATE } from '../../protocol/enumerations.ts';
import type { ConnectionState, ServerRow } from '../rows.ts';
import {
  connectionAt,
  noSign,
  signHeard,
  tileAge,
  TRUST_MS,
  type LinkSign,
  type ToldSign,
} from './staleness.ts';

const T = 1_700_000_000_000;
const moment = fc.integer({ min: T - 86_400_000, max: T });
const live: ConnectionState = { kind: 'live', since: T - 1_000, latency: 5 };

const connection: fc.Arbitrary<ConnectionState> = fc.oneof(
  fc.constant<ConnectionState>({ kind: 'starting' }),
  fc.constant<ConnectionState>({ kind: 'connecting', attempt: 0, deadline: T }),
  fc.constant<ConnectionState>(live),
  fc.constant<ConnectionState>({ kind: 'resuming', since: T }),
  moment.map((since): ConnectionState => ({ kind: 'lost', since, attempt: 3, retry_at: T })),
  fc.constant<ConnectionState>({ kind: 'signed-out', reason: 'expired' }),
  fc.constant<ConnectionState>({ kind: 'refused', status: 403 }),
);

const server: fc.Arbitrary<Pick<ServerRow, 'population' | 'state'>> = fc.record({
  population: fc.record({
    players: fc.option(fc.nat(100)),
    slots: fc.option(fc.nat(100)),
    queue: fc.constant(null),
    source: fc.constantFrom('live', 'polled', 'unknown'),
    observed_at: moment,
  }),
  state: fc.record({
    state: fc.constantFrom(...RCON_STATE),
    offline: fc.boolean(),
    ready: fc.boolean(),
    error: fc.constantFrom(null, 'socket-unreachable' as const),
    since: moment,
  }),
});

/** What a wall hears, and how long after the one before. */
const hearings = fc.array(
  fc.record({
    connection,
    silent: fc.nat(20_000),
    fresh_at: fc.option(moment),
    after: fc.integer({ min: 0, max: 30_000 }),
  }),
  { maxLength: 12 },
);

/** What the worker tells that knows of nothing before its own life. */
const told = (state: ConnectionState, silent = 0): ToldSign => ({
  connection: state,
  silent,
  fresh_at: null,
});

function heardAll(all: readonly (ToldSign & { readonly after: number })[]): {
  sign: LinkSign;
  now: number;
} {
  let now = T;
  let sign = noSign(now);
  for (const one of all) {
    now += one.after;
    sign = signHeard(sign, one, now);
  }
  return { sign, now };
}

describe('a tile', () => {
  it('is never live unless the host showed life within eight seconds, and the worker said live last', () => {
    fc.assert(
      fc.property(server, hearings, fc.nat(60_000), (row, all, later) => {
        const { sign, now } = heardAll(all);
        const { freshness } = tileAge(row, sign, now + later);
        const believed =
          all.at(-1)?.connection.kind === 'live' && now + later - (sign.live_at ?? 0) <= TRUST_MS;
        if (!believed) expect(['stale', 'unknown']).toContain(freshness);
        else if (row.state.offline) expect(freshness).not.toBe('live');
      }),
    );
  });

  it('is no older than its row, no younger than now, and live ones are of now', () => {
    fc.assert(
      fc.property(server, hearings, fc.nat(60_000), (row, all, later) => {
        const { sign, now } = heardAll(all);
        const at = now + later;
        const { freshness, as_of } = tileAge(row, sign, at);
        expect(as_of === null).toBe(freshness === 'unknown');
        if (as_of === null) return;
        expect(as_of).toBeGreaterThanOrEqual(row.population.observed_at);
        expect(as_of).toBeLessThanOrEqual(at);
        if (freshness === 'live') expect(as_of).toBe(at);
      }),
    );
  });

  it('of a game server that is gone is as old as its end, though the host is heard', () => {
    const row: Pick<ServerRow, 'population' | 'state'> = {
      population: { players: 9, slots: 60, queue: null, source: 'live', observed_at: T - 900_000 },
      state: { state: 'CONNECTED', offline: true, ready: true, error: null, since: T - 60_000 },
    };
    const sign = signHeard(noSign(T), told(live, 0), T);
    expect(tileAge(row, sign, T + 3_000)).toEqual({ freshness: 'stale', as_of: T - 60_000 });
  });

  it('that is live is of now, whenever the host showed life last', () => {
    const row: Pick<ServerRow, 'population' | 'state'> = {
      population: { players: 9, slots: 60, queue: null, source: 'live', observed_at: T - 900_000 },
      state: { state: 'CONNECTED', offline: false, ready: true, error: null, since: T - 900_000 },
    };
    const sign = signHeard(noSign(T), told(live, 0), T);
    expect(tileAge(row, sign, T + 3_000)).toEqual({ freshness: 'live', as_of: T + 3_000 });
  });

  it('gets older by the second while nothing is heard, and never fresher', () => {
    fc.assert(
      fc.property(server, hearings, fc.nat(60_000), fc.nat(60_000), (row, all, later, more) => {
        const { sign, now } = heardAll(all);
        const first = tileAge(row, sign, now + later);
        const then = tileAge(row, sign, now + later + more);
        if (first.freshness !== 'stale') return;
        expect(then.freshness).toBe('stale');
        expect(then.as_of).toBe(first.as_of);
      }),
    );
  });

  it('has the age of the last moment that the connection was live, however long it reconnects', () => {
    const row: Pick<ServerRow, 'population' | 'state'> = {
      population: { players: 9, slots: 60, queue: null, source: 'live', observed_at: T - 900_000 },
      state: { state: 'CONNECTED', offline: false, ready: true, error: null, since: T - 900_000 },
    };
    let sign = signHeard(noSign(T), told(live, 1_500), T);
    for (let tries = 1; tries <= 100; tries++) {
      const lost: ConnectionState = { kind: 'lost', since: T, attempt: tries, retry_at: T };
      const resuming: ConnectionState = { kind: 'resuming', since: T + tries * 2_000 };
      sign = signHeard(sign, told(tries % 2 === 0 ? lost : resuming), T + tries * 2_000);
    }
    expect(tileAge(row, sign, T + 200_000)).toEqual({ freshness: 'stale', as_of: T - 1_500 });
  });

  it('that was never live since the page began has the age of what was stored, and never a time to come', () => {
    const row: Pick<ServerRow, 'population' | 'state'> = {
      population: { players: 9, slots: 60, queue: null, source: 'live', observed_at: T - 900_000 },
      state: { state: 'CONNECTED', offline: false, ready: true, error: null, since: T - 900_000 },
    };
    const lost: ConnectionState = { kind: 'lost', since: T, attempt: 0, retry_at: T };
    for (const [fresh, as_of] of [
      [T - 300_000, T - 300_000],
      [T + 300_000, T],
    ] as const) {
      const starting = signHeard(noSign(T), told({ kind: 'starting' }), T);
      const sign = signHeard(starting, { connection: lost, silent: 0, fresh_at: fresh }, T);
      expect(tileAge(row, sign, T + 2_000)).toEqual({ freshness: 'stale', as_of });
    }
  });
});

describe('the connection of a wall', () => {
  it('is lost since it was last live when the worker goes silent, sleeps or the clock is set back', () => {
    const sign = signHeard(noSign(T), told(live), T);
    expect(connectionAt(sign, T + TRUST_MS)).toBe(live);
    for (const now of [T + TRUST_MS + 1, T + 6 * 3_600_000, T - 3_600_000]) {
      expect(connectionAt(sign, now)).toMatchObject({ kind: 'lost', since: T });
    }
  });

  it('stays signed out or refused, since that is no outage', () => {
    const refused: ConnectionState = { kind: 'refused', status: 403 };
    expect(connectionAt(signHeard(noSign(T), told(refused), T), T + 60_000)).toBe(refused);
  });
});
