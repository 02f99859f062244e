/** The messenger, as a simulated game server hears it over its socket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { newId } from '../../src/host/store/ids.ts';
import { MINUTE, NIGHTLY, START, startBench, WAIT, type Bench } from './bench.ts';

/** A message is left out rather than said so late, ms. */
const LATE = 12_000;
const TEN_MINUTES = 10 * MINUTE;

const PUBLIC = { enabled: true, mode: 'public', text: 'Hello', interval: 600, offset: 0 };
const PRIVATE = { ...PUBLIC, mode: 'private', text: 'Hi {player}', interval: 120, offset: 60 };

/** The first moment after this one at which a public message of ten minutes is due. */
function beatAfter(moment: number, offset = 0): number {
  const shift = offset * 1_000;
  return (Math.floor((moment - shift) / TEN_MINUTES) + 1) * TEN_MINUTES + shift;
}

/** Has the server say something that it says in any case: what was due before has been said by then, or never is. */
async function settle(bench: Bench): Promise<void> {
  const text = `Settled ${bench.now}`;
  const id = await bench.add('jobs', {
    ...NIGHTLY,
    time: bench.inHalfADay(),
    action: SERVER_ACTION.MESSAGE_PUBLIC,
    parameter: text,
  });
  const now = { request_id: newId(bench.now), jobs: [{ server_id: bench.server, id }] };
  expect(await bench.post(bench.owner, 'now', now)).toEqual(['done']);
  await expect.poll(() => bench.commands().some((one) => one.endsWith(text)), WAIT).toBe(true);
  await bench.remove('jobs', id);
}

/** Somebody joins, and the host knows them. */
async function join(bench: Bench, name: string, steamId: string): Promise<number> {
  const { id } = bench.sim.join({ name, steamId });
  const known = () => [...bench.runtime.rows.players.values()].map((player) => player.name);
  await expect.poll(known, WAIT).toContain(name);
  return id;
}

const joinedAt = (bench: Bench, name: string) =>
  [...bench.runtime.rows.players.values()].find((player) => player.name === name)!.joined_at;

describe.each([
  { game: 'DAYZ', says: 'say -1 ' },
  { game: 'RUST', says: 'say ' },
] as const)('on a $game server', ({ game, says }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(game);
  }, START);
  afterAll(() => bench.stop());
  const said = () =>
    bench
      .given(says)
      .map((text) => text.slice(says.length))
      .filter((text) => !text.startsWith('Settled'));

  it('a public message is said to somebody, and to nobody not', async () => {
    await bench.call('Чернорусь');
    const text = '{server}, {map}: {players} of {slots}';
    const id = await bench.add('messages', { ...PUBLIC, text });
    await bench.until(beatAfter(bench.now));
    await settle(bench);
    expect(said()).toEqual([]);
    await join(bench, 'Bob', '76561190000000001');
    await bench.until(beatAfter(bench.now));
    await expect
      .poll(said, WAIT)
      .toEqual([expect.stringMatching(/^Чернорусь, [a-zA-Z][^?{]*: 1 of 60$/)]);
    await settle(bench);
    expect(said()).toHaveLength(1);
    await bench.remove('messages', id);
  });

  it('two take turns by their offset, and neither is said late', async () => {
    const before = said().length;
    const now = () => said().slice(before);
    const ids = [
      await bench.add('messages', { ...PUBLIC, text: 'First' }),
      await bench.add('messages', { ...PUBLIC, text: 'Second', offset: 300 }),
    ];
    const beat = beatAfter(bench.now);
    await bench.until(beat);
    await expect.poll(now, WAIT).toEqual(['First']);
    await bench.until(beat + 5 * MINUTE);
    await expect.poll(now, WAIT).toEqual(['First', 'Second']);
    await bench.until(beat + 10 * MINUTE + LATE);
    await settle(bench);
    expect(now()).toEqual(['First', 'Second']);
    await bench.until(beat + 15 * MINUTE);
    await expect.poll(now, WAIT).toEqual(['First', 'Second', 'Second']);
    for (const id of ids) await bench.remove('messages', id);
  });

  it('a message says when the server restarts next, and ? while it is not known', async () => {
    const before = said().length;
    const id = await bench.add('messages', { ...PUBLIC, text: '{restart}, {minutes} min, {time}' });
    await bench.until(beatAfter(bench.now));
    await expect
      .poll(() => said().slice(before), WAIT)
      .toEqual([expect.stringMatching(/^\?, \? min, \d\d:\d\d$/)]);
    const job = await bench.add('jobs', { ...NIGHTLY, time: bench.inHalfADay() });
    await bench.until(beatAfter(bench.now));
    await expect
      .poll(() => said().slice(before + 1), WAIT)
      .toEqual([expect.stringMatching(/^\d\d:00, \d+ min, \d\d:\d0$/)]);
    await bench.remove('jobs', job);
    await bench.remove('messages', id);
  });

  it('one that is switched off is not said', async () => {
    const before = said().length;
    await bench.add('messages', { ...PUBLIC, enabled: false });
    await bench.until(beatAfter(bench.now));
    await settle(bench);
    expect(said()).toHaveLength(before);
  });
});

describe('to each player, on a server that can', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  }, START);
  afterAll(() => bench.stop());
  const whispers = () => bench.commands().filter((text) => /^say \d/.test(text));
  const slotOf = (name: string) =>
    bench.sim.roster().find((player) => player.name === name)?.slot ?? -1;

  it('each is told after they joined, and again at the interval', async () => {
    const id = await bench.add('messages', PRIVATE);
    await join(bench, 'Bob', '76561190000000001');
    const bob = `say ${slotOf('Bob')} Hi Bob`;
    const start = joinedAt(bench, 'Bob');
    await settle(bench);
    expect(whispers()).toEqual([]);
    await bench.until(start + MINUTE);
    await expect.poll(whispers, WAIT).toEqual([bob]);
    await join(bench, 'Eve', '76561190000000002');
    const eve = `say ${slotOf('Eve')} Hi Eve`;
    await bench.until(joinedAt(bench, 'Eve') + MINUTE);
    await expect.poll(whispers, WAIT).toEqual([bob, eve]);
    await bench.until(start + 3 * MINUTE);
    const toBob = () => whispers().filter((text) => text === bob);
    await expect.poll(toBob, WAIT).toHaveLength(2);
    await settle(bench);
    expect(toBob()).toHaveLength(2);
    await bench.remove('messages', id);
  });

  it('without an interval each is told once a stay, and again in the next', async () => {
    const before = whispers().length;
    const now = () => whispers().slice(before);
    const id = await bench.add('messages', { ...PRIVATE, text: 'Once {player}', interval: null });
    const joined = await join(bench, 'Ann', '76561190000000003');
    const once = () => `say ${slotOf('Ann')} Once Ann`;
    await bench.until(joinedAt(bench, 'Ann') + MINUTE);
    await expect.poll(now, WAIT).toEqual([once()]);
    await bench.later(2 * MINUTE);
    await settle(bench);
    expect(now()).toHaveLength(1);
    bench.sim.leave(joined);
    const names = () => [...bench.runtime.rows.players.values()].map(({ name }) => name);
    await expect.poll(names, WAIT).not.toContain('Ann');
    await join(bench, 'Ann', '76561190000000003');
    await bench.until(joinedAt(bench, 'Ann') + MINUTE);
    await expect.poll(() => now().at(1), WAIT).toBe(once());
    await bench.remove('messages', id);
  });

  it('whoever left before it was due is told nothing, and the others are', async () => {
    const before = whispers().length;
    await bench.add('messages', { ...PRIVATE, text: 'Stay {player}', interval: null });
    const gone = await join(bench, 'Max', '76561190000000004');
    await join(bench, 'Ida', '76561190000000005');
    bench.sim.leave(gone);
    const names = () => [...bench.runtime.rows.players.values()].map(({ name }) => name);
    await expect.poll(names, WAIT).not.toContain('Max');
    await bench.until(joinedAt(bench, 'Ida') + MINUTE);
    await expect
      .poll(() => whispers().slice(before), WAIT)
      .toEqual([`say ${slotOf('Ida')} Stay Ida`]);
  });
});
