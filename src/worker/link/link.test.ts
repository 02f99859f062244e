import { describe, expect, it } from 'vitest';
import { CLOSE } from '../../protocol/close-codes.ts';
import { createRandom } from '../../testing/random.ts';
import { settled, type SocketsDouble } from '../doubles.ts';
import { live, trial, type Trial } from './doubles.ts';

describe('the link', () => {
  it('says hello first and is live when the host acknowledges', async () => {
    const { link, sockets, states } = await live();
    expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'resuming', 'live']);
    expect(sockets.last.sent.map(({ type }) => type)).toEqual(['hello', 'keepalive']);
    expect(link.sockets).toBe(1);
  });

  it('never holds two sockets, whatever asks it to connect', async () => {
    const { link, clock, sockets, accept } = await live();
    link.connect();
    link.connect();
    await settled();
    accept();
    sockets.close(sockets.last, 1006);
    link.nudge();
    link.nudge();
    await clock.advance(60_000);
    expect(sockets.all.length).toBeGreaterThan(2);
    expect(sockets.most).toBe(1);
    expect(link.sockets).toBe(sockets.all.filter(({ open }) => open).length);
  });

  it('tries again for ever, never later than 30 s after the last failure', async () => {
    const random = createRandom(7);
    const { link, clock, sockets, host, states } = await live(() => random.next());
    host.readiness = { kind: 'unreachable' };
    link.connect();
    await clock.advance(24 * 3_600_000);
    const waits = states.flatMap((state, index) => {
      if (state.kind !== 'lost') return [];
      const before = states.slice(0, index).findLast(({ kind }) => kind === 'lost');
      return before?.kind === 'lost' ? [state.retry_at - before.retry_at] : [];
    });
    expect(waits.length).toBeGreaterThan(24 * 120);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
    expect(Math.max(...waits)).toBeGreaterThan(29_000);
    expect(Math.min(...waits.slice(10))).toBeLessThan(1_000);
    const lost = states.filter(({ kind }) => kind === 'lost');
    expect(new Set(lost.map((state) => (state.kind === 'lost' ? state.since : 0))).size).toBe(1);
    host.readiness = { kind: 'ready' };
    await clock.advance(30_000);
    expect(sockets.all.length).toBeGreaterThan(1);
  });

  /** Live, after an hour without the host. */
  async function liveAgain(): Promise<Trial> {
    const made = await live();
    made.host.readiness = { kind: 'unreachable' };
    made.link.connect();
    await made.clock.advance(3_600_000);
    made.host.readiness = { kind: 'ready' };
    await made.clock.advance(15_000);
    made.accept();
    return made;
  }

  it('begins its back-off again after a connection that held for ten seconds', async () => {
    const { link, clock, sockets, accept } = await liveAgain();
    await clock.advance(9_999);
    sockets.close(sockets.last, 1006);
    const now = clock.now();
    expect(link.state).toMatchObject({ kind: 'lost', retry_at: now + 15_000 });
    await clock.advance(15_000);
    accept();
    await clock.advance(10_000);
    const then = clock.now();
    sockets.close(sockets.last, 1006);
    expect(link.state).toMatchObject({ kind: 'lost', attempt: 1, retry_at: then + 250 });
  });

  it('opens no more sockets to a host that lets it in and closes than to one that is away', async () => {
    const { link, clock, sockets } = await live();
    for (let ms = 0; ms < 60_000; ms += 50) {
      if (sockets.last.open) {
        sockets.last.events.opened();
        link.acknowledged(15_000);
        sockets.close(sockets.last, 1013);
      }
      await clock.advance(50);
    }
    expect(sockets.all.length).toBeGreaterThan(3);
    expect(sockets.all.length).toBeLessThan(12);
  });

  it('is lost where no socket can be opened, and tries again', async () => {
    const { link, clock, sockets, broken, accept } = trial();
    broken.socket = true;
    link.connect();
    await settled();
    expect(link.state.kind).toBe('lost');
    expect(link.sockets).toBe(0);
    await clock.advance(120_000);
    expect(link.state).toMatchObject({ kind: 'lost', attempt: 13 });
    broken.socket = false;
    await clock.advance(30_000);
    accept();
    expect(link.state.kind).toBe('live');
    expect(sockets.most).toBe(1);
  });

  it('is lost after two and a half silent keepalives of the host, and not before', async () => {
    const { link, clock, sockets } = await live();
    await clock.advance(9_999);
    expect(link.state.kind).toBe('live');
    await clock.advance(1);
    expect(link.state.kind).toBe('lost');
    expect(sockets.last.open).toBe(false);
    await clock.advance(1_000);
    expect(sockets.all).toHaveLength(2);
  });

  it('takes any frame for a sign of life', async () => {
    const { link, clock, sockets } = await live();
    for (let count = 0; count < 10; count++) {
      await clock.advance(9_000);
      sockets.last.events.received('{}');
    }
    expect(link.state.kind).toBe('live');
    await clock.advance(10_000);
    expect(link.state.kind).toBe('lost');
  });

  it('is lost as soon when the clock was set back, and says since when', async () => {
    const { link, clock, sockets } = await live();
    await clock.advance(1_000);
    sockets.last.events.received('');
    clock.set(-3_600_000);
    await clock.advance(9_999);
    expect(link.silent).toBeLessThan(10_000);
    await clock.advance(10_001);
    expect(link.state).toMatchObject({ kind: 'lost' });
    if (link.state.kind === 'lost') expect(link.state.since).toBeLessThanOrEqual(clock.now());
  });

  it('says since when it is lost by the time of day: the machine may have slept in the meantime', async () => {
    const { link, clock } = await live();
    const heard = clock.now();
    // Timers and the clock that only grows stand still in sleep.
    clock.set(3_600_000);
    await clock.advance(10_000);
    expect(link.state).toMatchObject({ kind: 'lost', since: heard });
  });

  it('is lost by a probe, though the clock was set back', async () => {
    const { link, clock } = await live();
    clock.set(-3_600_000);
    link.probe();
    await clock.advance(5_000);
    expect(link.state.kind).toBe('lost');
  });

  it('keeps a connection that answers a probe while the clock is set back', async () => {
    const { link, clock, sockets } = await live();
    await clock.advance(1_000);
    link.probe();
    clock.set(-3_600_000);
    await clock.advance(100);
    sockets.last.events.received('');
    await clock.advance(5_000);
    expect(link.state.kind).toBe('live');
  });

  it('asks once for all that doubt it at the same time', async () => {
    const { link, clock, sockets } = await live();
    const asked = () => sockets.last.sent.filter(({ type }) => type === 'keepalive').length;
    const before = asked();
    for (let tab = 0; tab < 30; tab++) link.probe();
    expect(asked()).toBe(before + 1);
    await clock.advance(100);
    sockets.last.events.received('');
    link.probe();
    expect(asked()).toBe(before + 2);
    await clock.advance(100);
    sockets.last.events.received('');
    await clock.advance(5_000);
    expect(link.state.kind).toBe('live');
  });

  it('gives up a connection that does not become live in 15 s', async () => {
    const { link, clock, sockets } = trial();
    link.connect();
    await settled();
    sockets.last.events.opened();
    await clock.advance(14_999);
    expect(link.state.kind).toBe('resuming');
    await clock.advance(1);
    expect(link.state.kind).toBe('lost');
  });

  it('rests when signed out, and starts again when asked to', async () => {
    const { link, clock, sockets, host, accept } = await live();
    host.readiness = { kind: 'signed-out', reason: 'expired' };
    sockets.close(sockets.last, CLOSE.SIGNED_OUT);
    await clock.advance(3_600_000);
    expect(link.state).toEqual({ kind: 'signed-out', reason: 'expired' });
    expect(sockets.all).toHaveLength(1);
    link.nudge();
    await clock.advance(1_000);
    expect(sockets.all).toHaveLength(1);
    host.readiness = { kind: 'ready' };
    link.connect();
    await settled();
    accept();
    expect(link.state.kind).toBe('live');
  });

  it('closes its socket on sign-out, and hears no more of it', async () => {
    const { link, sockets, received } = await live();
    const socket = sockets.last;
    link.signOut('signed-out');
    socket.events.received('late');
    expect(socket.open).toBe(false);
    expect(received).toEqual([]);
    expect(link.state).toEqual({ kind: 'signed-out', reason: 'signed-out' });
  });

  it('says with what status it was refused, and comes back when it is no longer', async () => {
    const { link, clock, sockets, host, accept } = trial();
    host.readiness = { kind: 'refused', status: 403 };
    link.connect();
    await clock.advance(600_000);
    expect(link.state).toEqual({ kind: 'refused', status: 403 });
    expect(sockets.all).toEqual([]);
    host.readiness = { kind: 'ready' };
    await clock.advance(30_000);
    accept();
    expect(link.state.kind).toBe('live');
  });

  it('connects at once when somebody asks, be it lost or refused, and not when signed out', async () => {
    for (const readiness of [{ kind: 'unreachable' }, { kind: 'refused', status: 403 }] as const) {
      const { link, clock, sockets, host } = trial();
      host.readiness = readiness;
      link.connect();
      await clock.advance(600_000);
      expect(['lost', 'refused']).toContain(link.state.kind);
      expect(sockets.all).toEqual([]);
      host.readiness = { kind: 'ready' };
      link.nudge();
      await settled();
      expect(sockets.all).toHaveLength(1);
    }
    const { link } = await live();
    link.nudge();
    expect(link.state.kind).toBe('live');
    link.signOut('signed-out');
    link.nudge();
    expect(link.state.kind).toBe('signed-out');
  });

  it('hears only its newest socket', async () => {
    const { link, sockets, received, accept } = await live();
    const old = sockets.last;
    link.connect();
    await settled();
    accept();
    old.events.received('old');
    old.events.opened();
    sockets.last.events.received('new');
    expect(received).toEqual(['new']);
    expect(link.state.kind).toBe('live');
  });
});

describe('how far it is behind the host', () => {
  const sentOf = (sockets: SocketsDouble) =>
    sockets.last.sent.flatMap((message) => (message.type === 'keepalive' ? [message.sent] : []));

  it('is how old an echo is when it is read, and the wait for the next one', async () => {
    const { link, clock, sockets } = await live();
    await clock.advance(4_000);
    expect(link.behind).toBe(4_000);
    sockets.last.events.received('');
    clock.sleep(2_000);
    link.keepalive(sentOf(sockets).at(-1) ?? null);
    expect(link.behind).toBe(6_000);
    link.measure();
    await clock.advance(10);
    sockets.last.events.received('');
    link.keepalive(sentOf(sockets).at(-1) ?? null);
    expect(link.behind).toBe(10);
    sockets.close(sockets.last, 1006);
    expect(link.behind).toBe(0);
  });

  it('is measured every five seconds, however many tabs ask', async () => {
    const { link, clock, sockets } = await live();
    for (let second = 0; second < 60; second++) {
      for (let tab = 0; tab < 30; tab++) link.measure();
      sockets.last.events.received('');
      link.keepalive(sentOf(sockets).at(-1) ?? null);
      await clock.advance(1_000);
    }
    expect(sentOf(sockets).length).toBeGreaterThanOrEqual(12);
    expect(sentOf(sockets).length).toBeLessThanOrEqual(13);
  });
});

describe('the latency', () => {
  it('is the mean round trip of the last 30 keepalives', async () => {
    const { link, clock, sockets } = await live();
    const echo = (ms: number) => {
      const sent = clock.elapsed() - ms;
      sockets.last.events.received('');
      link.keepalive(sent);
    };
    for (let count = 0; count < 10; count++) echo(1_000);
    expect(link.state).toMatchObject({ latency: 1_000 });
    for (let count = 1; count <= 29; count++) echo(10);
    expect(link.state).toMatchObject({ latency: Math.round((1_000 + 29 * 10) / 30) });
    echo(10);
    expect(link.state).toMatchObject({ latency: 10 });
  });

  it('counts neither the wait before a keepalive goes out nor that before its echo is read', async () => {
    const { link, clock, sockets } = await live();
    const server_id = 'a'.repeat(24);
    for (let count = 0; count < 60; count++) {
      link.send({ type: 'unsubscribe', server_id, topics: ['feed'] });
    }
    link.keepalive(null);
    const lastSent = () => sockets.last.sent.at(-1);
    while (lastSent()?.type !== 'keepalive') await clock.advance(100);
    await clock.advance(70);
    sockets.last.events.received('');
    clock.sleep(3_000);
    const echoed = lastSent();
    link.keepalive(echoed?.type === 'keepalive' ? echoed.sent : null);
    if (link.state.kind !== 'live') throw new TypeError('The connection was lost.');
    expect(link.state.latency).toBeGreaterThanOrEqual(70);
    expect(link.state.latency).toBeLessThan(200);
  });

  it('is right over a clock that was set', async () => {
    const { link, clock, sockets } = await live();
    const [sent] = sockets.last.sent.flatMap((m) => (m.type === 'keepalive' ? [m.sent] : []));
    clock.set(600_000);
    await clock.advance(40);
    sockets.last.events.received('');
    link.keepalive(sent ?? null);
    expect(link.state).toMatchObject({ latency: 40 });
  });

  it('is unknown before the first keepalive, and starts again with each connection', async () => {
    const { link, clock, sockets, accept } = await live();
    expect(link.state).toMatchObject({ kind: 'live', latency: null });
    link.keepalive(clock.elapsed() - 900);
    link.connect();
    await settled();
    accept();
    expect(link.state).toMatchObject({ kind: 'live', latency: null });
    const sent = clock.elapsed();
    await clock.advance(20);
    sockets.last.events.received('');
    link.keepalive(sent);
    expect(link.state).toMatchObject({ latency: 20 });
  });
});
