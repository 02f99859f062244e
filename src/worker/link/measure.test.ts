import { describe, expect, it } from 'vitest';
import { settled, type SocketsDouble } from '../doubles.ts';
import { live, trial } from './doubles.ts';

describe('a connection that is measured', () => {
  const keepalives = (sockets: SocketsDouble) =>
    sockets.all[0]?.sent.filter(({ type }) => type === 'keepalive').length;

  it('is doubted when its echo is overdue and nothing else comes, and lost soon after', async () => {
    const { link, clock, sockets, accept } = trial();
    link.connect();
    await settled();
    accept(15_000);
    for (let second = 0; second < 9; second++) {
      link.measure();
      await clock.advance(1_000);
    }
    expect(link.state.kind).toBe('lost');
    expect(keepalives(sockets)).toBe(2);
  });

  it('is not doubted while the host is heard, however late the echo is', async () => {
    const { link, clock, sockets, accept } = trial();
    link.connect();
    await settled();
    accept(15_000);
    for (let second = 0; second < 60; second++) {
      link.measure();
      await clock.advance(1_000);
      sockets.last.events.received('');
    }
    expect(link.state.kind).toBe('live');
    expect(keepalives(sockets)).toBe(1);
  });

  it('adds nothing to what waits for the limit of the host', async () => {
    const { link, clock, sockets } = await live();
    link.keepalive(clock.elapsed());
    await clock.advance(6_000);
    sockets.last.events.received('');
    const server_id = 'a'.repeat(24);
    for (let count = 0; count < 100; count++) {
      link.send({ type: 'unsubscribe', server_id, topics: ['feed'] });
    }
    const { waiting } = link;
    expect(waiting).toBeGreaterThan(0);
    for (let tab = 0; tab < 30; tab++) link.measure();
    expect(link.waiting).toBe(waiting);
  });
});
