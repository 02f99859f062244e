import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bounded } from './bounded.ts';
import { Budget } from './budget.ts';
import { createConnector } from './games/connect.ts';
import type { GameFact, SeenPlayer } from './contract.ts';
import { ManualClock } from './doubles.ts';
import { BUDGET, cut, figure, LIMITS } from './limits.ts';
import { parseJson } from './rust/json.ts';
import { TARGET, Watched } from './rust/watched.ts';

/**
 * Milliseconds of CPU, which a busy machine does not lengthen, that work of one pass never takes, and work that
 * grows by the square takes many times over.
 */
const ONE_PASS = 10_000;

function took(work: () => void): number {
  const began = process.cpuUsage();
  work();
  return cpuSince(began);
}

function cpuSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

describe('a text is read in one pass', () => {
  test.each([
    ['escaped quotes', '\\"'.repeat(300_000)],
    ['quotes', '"'.repeat(600_001)],
    ['back-slashes in a string without an end', `"${'\\\\'.repeat(300_000)}`],
    ['digits', '1'.repeat(600_000)],
    ['numbers that are too long', '12345678901234567,'.repeat(40_000)],
    ['brackets', '['.repeat(600_000)],
  ])('be it a run of %s', (_, text) => {
    expect(took(() => parseJson(text))).toBeLessThan(ONE_PASS);
  });
});

const anyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(1e300, 3e9, -1, 65_536, Number.POSITIVE_INFINITY, Number.NaN, 0.5),
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('x'.repeat(10_000), '🐺'.repeat(3_000), '999.999.999.999'),
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyPlayer: fc.Arbitrary<SeenPlayer> = fc.record({
  key: fc.constant('1'),
  name: anyText,
  guid: fc.constant(null),
  steamId: fc.constant(null),
  bohemiaId: fc.constant(null),
  verified: fc.boolean(),
  lobby: fc.boolean(),
  ping: maybe(anyNumber),
  ip: maybe(anyText),
  port: maybe(anyNumber),
});
const anyPlace = anyNumber.filter((value) => !Number.isNaN(value));
const anyPosition = fc.record({ x: anyPlace, y: anyPlace, height: maybe(anyNumber) });
const anyHarm = fc.record({
  player: maybe(anyPlayer),
  name: anyText,
  isPlayer: fc.boolean(),
  weapon: maybe(anyText),
  distance: maybe(anyNumber),
});
const at = fc.constant(1);
const anyFact = fc.oneof(
  fc.record({ at, kind: fc.constant('join'), player: anyPlayer, seen: fc.constant('live') }),
  fc.record({ at, kind: fc.constant('leave'), player: anyPlayer, seen: fc.constant('live') }),
  fc.record({ at, kind: fc.constant('player-changed'), player: anyPlayer }),
  fc.record({
    at,
    kind: fc.constant('death'),
    player: maybe(anyPlayer),
    name: anyText,
    by: maybe(anyHarm),
    position: maybe(anyPosition),
  }),
  fc.record({ at, kind: fc.constant('position'), player: anyPlayer, position: anyPosition }),
  fc.record({
    at,
    kind: fc.constant('kick'),
    player: maybe(anyPlayer),
    name: anyText,
    guid: fc.constant(null),
    reason: anyText,
    by: fc.constant('game'),
  }),
  fc.record({
    at,
    kind: fc.constant('hit'),
    player: maybe(anyPlayer),
    name: anyText,
    by: anyHarm,
    zone: maybe(anyText),
    damage: maybe(anyNumber),
    position: maybe(anyPosition),
  }),
  fc.record({
    at,
    kind: fc.constant('chat'),
    channel: anyText,
    player: maybe(anyPlayer),
    name: anyText,
    text: anyText,
  }),
  fc.record({
    at,
    kind: fc.constant('admin'),
    admin: maybe(anyNumber),
    did: fc.constant('message-private'),
    to: maybe(anyText),
    text: anyText,
    ip: maybe(anyText),
  }),
  fc.record({
    at,
    kind: fc.constant('pings'),
    pings: fc.array(fc.tuple(fc.string(), anyNumber)).map((pings) => new Map(pings)),
  }),
  fc.record({
    at,
    kind: fc.constant('population'),
    source: fc.constant('a2s'),
    population: fc.record({
      players: maybe(anyNumber),
      slots: maybe(anyNumber),
      queue: maybe(anyNumber),
    }),
  }),
  fc.record({
    at,
    kind: fc.constant('environment'),
    name: maybe(anyText),
    map: maybe(anyText),
    version: maybe(anyText),
    time: fc.constant(null),
    passwordProtected: fc.constant(null),
    locked: fc.constant(null),
    startedAt: maybe(anyNumber),
    wipedAt: maybe(anyNumber),
    latency: fc.constant(null),
  }),
  fc.record({ at, kind: fc.constant('console'), direction: fc.constant('in'), text: anyText }),
) as fc.Arbitrary<GameFact>;

test('what a game can mean passes as it is', () => {
  const player = {
    key: '1',
    name: 'Ann',
    guid: null,
    steamId: null,
    bohemiaId: null,
    verified: true,
    lobby: false,
    ping: 20,
    ip: '203.0.113.7',
    port: 2_304,
  };
  const position = { x: 7_476.5, y: -3, height: 5.3 };
  const fact: GameFact = { at: 1, kind: 'position', player, position };
  expect(bounded(fact)).toEqual(fact);
});

/** The most of each field of a fact: characters of a text, or a figure. */
const MOST: Readonly<Record<string, number>> = {
  name: LIMITS.name,
  to: LIMITS.name,
  weapon: LIMITS.label,
  zone: LIMITS.label,
  channel: LIMITS.label,
  map: LIMITS.label,
  version: LIMITS.label,
  reason: LIMITS.line,
  text: LIMITS.line,
  ping: LIMITS.ping,
  pings: LIMITS.ping,
  port: LIMITS.count,
  admin: LIMITS.count,
  players: LIMITS.count,
  slots: LIMITS.count,
  queue: LIMITS.count,
  distance: LIMITS.metres,
  x: LIMITS.metres,
  y: LIMITS.metres,
  height: LIMITS.metres,
  damage: LIMITS.damage,
  startedAt: LIMITS.moment,
  wipedAt: LIMITS.moment,
};
const SIGNED: readonly string[] = ['x', 'y', 'height'];

/** Every figure and text in a value, with the field that it is in. */
function* leaves(value: unknown, field = ''): Generator<readonly [string, unknown]> {
  if (value instanceof Map) for (const inner of value.values()) yield* leaves(inner, field);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* leaves(inner, name);
  } else yield [field, value];
}

describe('whatever a game server says', () => {
  test('no fact is past the limits', () => {
    fc.assert(
      fc.property(anyFact, (fact) => {
        const told = bounded(fact);
        expect(told.kind).toBe(fact.kind);
        const past = [...leaves(told)].filter(([field, leaf]) => {
          const ofServer = fact.kind === 'environment' && field === 'name';
          const most = ofServer ? LIMITS.label : (MOST[field] ?? LIMITS.line);
          const least = SIGNED.includes(field) ? -most : 0;
          if (typeof leaf === 'string') return leaf.length > most;
          return typeof leaf === 'number' && !(leaf >= least && leaf <= most);
        });
        expect(past).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('counts are whole, from 0 to the width of a port, or unknown', () => {
    for (const wrong of [1e300, 3e9, 65_536, -1, Number.NaN, null, undefined]) {
      expect(figure(wrong, LIMITS.count)).toBeNull();
    }
    expect([0, 1.5, 65_535].map((value) => figure(value, LIMITS.count))).toEqual([0, 1, 65_535]);
  });

  test('a text that is cut says so, and is not cut within a character', () => {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abcd', 3)).toBe('ab…');
    expect(cut('a🐺bc', 3)).toBe('a…');
  });

  test('its first facts of a server are within the limits', async () => {
    const watched = new Watched();
    watched.server.slots = 3e9;
    watched.server.queue = 1e300;
    watched.server.players = [
      { steamId: '76561190000000009', name: 'n'.repeat(1_000_000), address: '999.1.1.1:99999' },
    ];
    const facts: GameFact[] = [];
    const connector = createConnector(TARGET, watched.network.ports(), (fact) => facts.push(fact));
    connector.start();
    await watched.clock.advance(2_000);
    await connector.stop();
    expect(facts).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'join',
          player: expect.objectContaining({ ip: null, name: `${'n'.repeat(127)}…` }),
        }),
      ]),
    );
    const populations = facts.flatMap((fact) =>
      fact.kind === 'population' ? [fact.population] : [],
    );
    expect(populations.at(-1)).toEqual({ players: 1, slots: null, queue: null });
  });
});

describe('a server that says too much', () => {
  test('is heard as far as its budget goes, and that is told now and then', async () => {
    const clock = new ManualClock(0);
    const told: string[] = [];
    const budget = new Budget(clock, (text) => told.push(text));
    const { burst, perSecond } = BUDGET.messages;
    const heard = (count: number) =>
      Array.from({ length: count }, () => budget.take(1)).filter((taken) => taken).length;
    expect(heard(burst + 1_000)).toBe(burst);
    expect(told).toHaveLength(1);
    await clock.advance(1_000);
    expect(heard(1_000)).toBe(perSecond);
    expect(told).toHaveLength(1);
    await clock.advance(60_000);
    expect(heard(1)).toBe(1);
    expect(told[1]).toContain(String(1_000 - 1 + 1_000 - perSecond));
  });

  test('is heard by its bytes too', () => {
    const budget = new Budget(new ManualClock(0), () => undefined);
    expect(budget.take(BUDGET.bytes.burst + 1)).toBe(false);
    expect(budget.take(BUDGET.bytes.burst)).toBe(true);
    expect(budget.take(1)).toBe(false);
  });

  test('in one burst is heard through its connector as far as the budget goes', async () => {
    const watched = new Watched();
    const lines: string[] = [];
    const connector = createConnector(TARGET, watched.network.ports(), (fact) => {
      if (fact.kind === 'console') lines.push(fact.text);
    });
    connector.start();
    await watched.clock.advance(1_000);
    const { burst } = BUDGET.messages;
    for (let line = 0; line < burst + 1_000; line += 1) watched.server.print(`line ${line}`);
    await watched.clock.advance(1_000);
    await connector.stop();
    const heard = lines.filter((line) => line.startsWith('line')).length;
    expect(heard).toBeGreaterThan(burst - 100);
    expect(heard).toBeLessThanOrEqual(burst);
    expect(lines.filter((line) => line.startsWith('[Muster]'))).toHaveLength(1);
  });

  test.each([
    { here: 2_500, listed: LIMITS.players },
    { here: 16_000, listed: 0 },
  ])('costs little for a list of $here players and a long history', async ({ here, listed }) => {
    const watched = new Watched();
    const people = Array.from({ length: here }, (_, at) => ({
      steamId: String(76_561_190_000_000_000n + BigInt(at)),
      name: `Person ${at}`,
      address: `203.0.${at >> 8}.${at & 255}:${at + 1}`,
    }));
    watched.server.players = people;
    const lines = Array.from({ length: 100_000 }, (_, at) => ({ Message: `line ${at}`, Time: at }));
    const tail = JSON.stringify(lines);
    watched.server.answers.set('console.tail 256', () => [tail]);
    await watched.start();
    for (let line = 0; line < 600; line += 1) watched.server.print(`heard ${line}`);
    watched.server.die();
    const began = process.cpuUsage();
    await watched.clock.advance(8_000);
    expect(cpuSince(began)).toBeLessThan(ONE_PASS);
    expect(watched.names).toHaveLength(listed);
    await watched.connector.stop();
  });
});
