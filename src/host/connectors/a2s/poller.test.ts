import { beforeEach, describe, expect, test } from 'vitest';
import { FakeNetwork, ManualClock } from '../doubles.ts';
import { FakeQueryServer, infoAnswer, parts, whole } from './doubles.ts';
import { POLL_TIMING, StatusPoller, type PollTarget } from './poller.ts';
import { ask } from './query.ts';

const PLACE = { address: '192.0.2.1', port: 27016 };
const TARGET: PollTarget = { game: 'DAYZ', host: PLACE.address, gamePort: 2302, queryPort: null };

let clock: ManualClock;
let network: FakeNetwork;

beforeEach(() => {
  clock = new ManualClock();
  network = new FakeNetwork(clock);
});

describe('a question', () => {
  const question = () =>
    ask(PLACE, 'info', network.ports(), { timeout: 2_000, again: 1_000, limit: 6_000 }).result;

  test('answers up to three challenges; the latency is that of the last request', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.challenges = 3;
    const result = question();
    await clock.advance(1_000);
    expect(await result).toMatchObject({ ok: true, latency: 10 });
    expect(network.open).toBe(0);
  });
  test('challenges without end are a loop, and no answer', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.challenges = Number.POSITIVE_INFINITY;
    const result = question();
    await clock.advance(30_000);
    expect(await result).toEqual({ ok: false, kind: 'no-answer' });
    expect(server.requests).toBeLessThan(10);
  });
  test('is repeated, and then its latency is not known', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.challenges = 0;
    server.answer = () => (server.requests === 1 ? null : infoAnswer());
    const result = question();
    await clock.advance(5_000);
    expect(await result).toMatchObject({ ok: true, latency: null });
  });
  test('takes an answer in parts', async () => {
    const answer = infoAnswer({ name: 'x'.repeat(300) });
    network.listen(PLACE, (_data, _client, reply) => {
      for (const part of parts(answer, 50).toReversed()) reply(part);
    });
    const result = question();
    await clock.advance(100);
    const got = await result;
    expect(got.ok && Buffer.compare(got.answer, answer)).toBe(0);
  });
  test('is refused where nothing listens', async () => {
    const result = question();
    await clock.advance(100);
    expect(await result).toEqual({ ok: false, kind: 'refused' });
  });
  test('is not answered by something else', async () => {
    network.listen(PLACE, (_data, _client, reply) => {
      reply(Buffer.from('hello'));
      reply(whole(Buffer.of(0x44, 0)));
    });
    const result = question();
    await clock.advance(10_000);
    expect(await result).toEqual({ ok: false, kind: 'no-answer' });
  });
});

describe('the poller', () => {
  let told: string[];
  let poller: StatusPoller;

  beforeEach(() => {
    told = [];
    poller = new StatusPoller(TARGET, network.ports(), {
      onStatus: ({ population: { players, slots, queue }, time }) => {
        told.push(`${players}/${slots} +${queue} ${time}`);
      },
      onSilent: () => told.push('silent'),
    });
  });

  test('asks every four seconds or so, at DayZ’s default port', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.answer = () => infoAnswer({ players: server.requests / 2 });
    poller.start();
    await clock.advance(60_000);
    expect(told.length).toBeGreaterThanOrEqual(14);
    expect(told.length).toBeLessThanOrEqual(16);
    expect(told[0]).toBe('1/60 +3 15:12');
  });
  test('started twice asks once, and says when it is answered again', async () => {
    const server = new FakeQueryServer(network, PLACE);
    const told: string[] = [];
    const poller = new StatusPoller({ ...TARGET, queryPort: PLACE.port }, network.ports(), {
      onStatus: () => told.push('status'),
      onSilent: () => told.push('silent'),
      onMissed: () => told.push('missed'),
      onAnswering: () => told.push('answering'),
    });
    poller.start();
    poller.start();
    await clock.advance(1_000);
    expect(told).toEqual(['status', 'answering']);
    const { answer } = server;
    server.answer = () => null;
    await clock.advance(60_000);
    server.answer = answer;
    await clock.advance(60_000);
    expect(told.filter((one) => one === 'answering')).toHaveLength(2);
    poller.stop();
  });
  test('says once that a server has gone silent, and goes on asking', async () => {
    const server = new FakeQueryServer(network, PLACE);
    poller.start();
    await clock.advance(5_000);
    told.length = 0;
    server.answer = () => null;
    await clock.advance(4_500);
    expect(told).toEqual([]);
    await clock.advance(4_500);
    expect(told).toEqual(['silent']);
    await clock.advance(120_000);
    expect(told).toEqual(['silent']);
    server.answer = () => infoAnswer();
    await clock.advance(3_500);
    expect(told.length).toBeGreaterThan(1);
  });
  test('a server that has been silent for long is asked less often', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.answer = () => null;
    poller.start();
    await clock.advance(300_000);
    const soon = network.opened.length;
    await clock.advance(300_000);
    const late = network.opened.length - soon;
    expect(soon).toBeGreaterThanOrEqual(90);
    expect(late).toBeLessThanOrEqual(34);
  });
  test('a server that was lost some minutes ago is not pressed with copies of each question', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.answer = () => null;
    poller.start();
    await clock.advance(POLL_TIMING.soon);
    const [asked, sent] = [network.opened.length, server.requests];
    await clock.advance(600_000);
    expect((server.requests - sent) / (network.opened.length - asked)).toBeLessThan(2.1);
  });
  test('where one datagram in five is lost each way, hours bring no silence', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.answer = () => infoAnswer();
    network.faults.loss = 0.2;
    poller.start();
    await clock.advance(4 * 3_600_000);
    expect(told).not.toContain('silent');
  });
  test('does not believe another server on a guessed port', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.answer = () => infoAnswer({ gamePort: 2402 });
    poller.start();
    await clock.advance(60_000);
    expect(told).toEqual([]);
  });
  test('closes everything when stopped, also in the middle of a question', async () => {
    const server = new FakeQueryServer(network, PLACE);
    server.answer = () => null;
    poller.start();
    await clock.advance(1_000);
    expect(network.open).toBe(1);
    poller.stop();
    expect(network.open).toBe(0);
    await clock.advance(60_000);
    expect(network.opened).toHaveLength(1);
  });
});
