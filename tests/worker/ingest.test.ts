import { describe, expect, it } from 'vitest';
import { accountStream, serverStream } from '../../src/protocol/streams.ts';
import { cursorOf } from '../../src/domain/position.ts';
import { players, trial } from './ingest-trial.ts';

describe('the ingest', () => {
  it('applies what comes twice once, and counts it', async () => {
    const { trial: it, world, server } = trial();
    const [create] = world.join(server, 'Survivor');
    await it.deliver(create!, create!);
    await it.deliver(create!);
    expect(players(it, server)).toBe(1);
    expect(it.ingest.duplicates).toBe(2);
    expect(it.questions).toBe(0);
  });

  it('asks for one snapshot at a gap, however much comes after it', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[0]!);
    await it.deliver(world.join(server, 'Three')[0]!, world.join(server, 'Four')[0]!);
    expect(it.asked.map(({ streams }) => streams)).toEqual([[serverStream(server.id, 'list')]]);
    expect(players(it, server)).toBe(0);
    await it.answer();
    expect(players(it, server)).toBe(4);
    await it.deliver(world.join(server, 'Five')[0]!);
    expect(players(it, server)).toBe(5);
    expect([it.questions, it.ingest.snapshots]).toEqual([1, 1]);
  });

  it('keeps frames of an unknown stream until its snapshot is there', async () => {
    const { trial: it, world } = trial();
    const added = world.addServer('Bravo', 20);
    const first = world.join(added, 'One')[0]!;
    await it.deliver(first);
    expect(it.engine.rows.servers.has(added.id)).toBe(false);
    const [question] = it.asked;
    question!.answer();
    // Told by the host after the snapshot was made, and here before it came.
    it.ingest.receive(JSON.stringify(world.join(added, 'Two')[0]!));
    await it.clock.advance(0);
    expect(players(it, added)).toBe(2);
    expect(it.questions).toBe(1);
  });

  it('fetches the session at an update, and holds its position only then', async () => {
    const { trial: it, world, server } = trial();
    const stream = accountStream(world.muster_id);
    await it.deliver(world.permit(server, ['server.view']));
    expect(it.asked.map(({ streams }) => streams)).toEqual([[stream]]);
    expect(cursorOf(it.engine.rows, stream)).toBe(0);
    await it.answer();
    expect(cursorOf(it.engine.rows, stream)).toBe(1);
    expect(it.engine.rows.account.get('me')?.servers[server.id]).toEqual(['server.view']);
  });

  it('fetches the session again where it was told of another update in the meantime', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver(world.permit(server, ['server.view']));
    const [question] = it.asked;
    question!.answer();
    it.ingest.receive(JSON.stringify(world.permit(server, ['server.view', 'server.action.kick'])));
    await it.clock.advance(0);
    await it.calm();
    expect(it.engine.rows.account.get('me')?.servers[server.id]).toEqual([
      'server.view',
      'server.action.kick',
    ]);
  });

  it('takes a snapshot of each stream that it could not follow', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    const streams = (['list', 'feed'] as const).map((audience) => ({
      stream: serverStream(server.id, audience),
      head: server.heads[audience],
      resumed: false,
    }));
    await it.deliver({ event: 'refresh', at: world.at, data: { reason: 'overflow', streams } });
    expect(it.asked.map((question) => question.streams)).toEqual([
      streams.map(({ stream }) => stream),
    ]);
    await it.answer();
    expect(players(it, server)).toBe(1);
    expect(it.engine.rows.feed.size).toBe(1);
  });

  it('goes on with metrics after a hole, since there is nothing to fetch of them', async () => {
    const { trial: it, world, server } = trial();
    const [create] = world.join(server, 'Survivor');
    await it.deliver(create!);
    const [player] = [...server.players.keys()];
    world.metrics(server, { [player!]: 10 });
    await it.deliver(world.metrics(server, { [player!]: 20 }));
    await it.calm();
    expect(it.engine.rows.players.get(player!)?.ping).toBe(20);
    await it.deliver(world.metrics(server, { [player!]: 30 }));
    await it.calm();
    expect(it.engine.rows.players.get(player!)?.ping).toBe(30);
    expect(it.questions).toBe(0);
  });

  it('takes no measurement of a stream that it does not follow', async () => {
    const { trial: it, world, server } = trial();
    const stream = serverStream(server.id, 'metrics');
    const data = { server_id: server.id, attached: [], detached: [stream], refused: [] };
    await it.deliver({ event: 'event_subscription', at: world.at, data });
    await it.deliver(world.metrics(server, {}));
    await it.calm();
    expect(cursorOf(it.engine.rows, stream)).toBeUndefined();
  });

  it('forgets what a detached stream told, also where its snapshot is on the way', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver(...world.join(server, 'Survivor'));
    const feed = serverStream(server.id, 'feed');
    const list = serverStream(server.id, 'list');
    world.join(server, 'Lost');
    await it.deliver(...world.join(server, 'Late'));
    const data = { server_id: server.id, attached: [], detached: [feed, list], refused: [] };
    await it.deliver({ event: 'event_subscription', at: world.at, data });
    expect(it.engine.rows.feed.size).toBe(0);
    expect(it.engine.rows.servers.has(server.id)).toBe(false);
    await it.calm();
    expect(it.engine.rows.feed.size).toBe(0);
    expect(it.engine.rows.servers.has(server.id)).toBe(false);
  });

  it('lets go of a server that was destroyed while its snapshot was on the way', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[0]!);
    await it.deliver(world.destroy(server));
    await it.calm();
    expect(it.engine.rows.servers.size).toBe(0);
    expect(it.questions).toBe(1);
  });

  it('counts events of a newer host, and takes a snapshot for what they may have changed', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver({ event: 'weather', at: 1, data: { rain: true } });
    expect([it.ingest.unknown, it.questions]).toEqual([1, 0]);
    server.heads.list += 1;
    const stream = serverStream(server.id, 'list');
    await it.deliver({ event: 'weather', at: 1, stream, seq: server.heads.list, data: {} });
    await it.answer();
    await it.deliver(world.join(server, 'Survivor')[0]!);
    expect(players(it, server)).toBe(1);
    expect([it.ingest.unknown, it.questions]).toEqual([2, 1]);
  });

  it('heals the hole of a malformed frame at once, also where no other comes after it', async () => {
    const { trial: it, world, server } = trial();
    const [create] = world.join(server, 'Survivor');
    await it.deliver({ ...create, data: { server: 7 } });
    expect(it.asked.map(({ streams }) => streams)).toEqual([[serverStream(server.id, 'list')]]);
    await it.answer();
    expect(players(it, server)).toBe(1);
    await it.deliver(world.join(server, 'Two')[0]!);
    expect([players(it, server), it.questions]).toEqual([2, 1]);
  });

  it('leaves malformed frames out, says so, and heals the hole', async () => {
    const { trial: it, world, server } = trial();
    const [create] = world.join(server, 'Survivor');
    await it.deliver({ ...create, data: { server: 7 } });
    expect(it.ingest.malformed).toBe(1);
    expect(it.logged).toHaveLength(1);
    await it.deliver(world.join(server, 'Two')[0]!);
    await it.calm();
    expect(players(it, server)).toBe(2);
  });

  it('asks again two seconds after a snapshot failed', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[0]!);
    it.asked[0]!.fail();
    await it.clock.advance(1_999);
    expect(it.questions).toBe(1);
    await it.clock.advance(1);
    expect(it.questions).toBe(2);
    await it.answer();
    expect(players(it, server)).toBe(2);
  });

  it('asks for another snapshot at once where frames that waited have a hole', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[0]!);
    it.asked[0]!.answer();
    // Told by the host after the snapshot was made, and here before it came.
    world.join(server, 'Lost too');
    it.ingest.receive(JSON.stringify(world.join(server, 'Four')[0]!));
    await it.clock.advance(0);
    expect(it.questions).toBe(2);
    await it.answer();
    expect(players(it, server)).toBe(4);
  });

  it('waits for the newest answer where a newer one was needed in the meantime, whichever comes first', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { trial: it, world, server } = trial();
      const stream = serverStream(server.id, 'list');
      const refresh = () => {
        world.join(server, 'Lost');
        const streams = [{ stream, head: server.heads.list, resumed: false }];
        const frame = { event: 'refresh', at: world.at, data: { reason: 'overflow', streams } };
        it.ingest.receive(JSON.stringify(frame));
      };
      refresh();
      await it.clock.advance(0);
      const [older] = it.asked;
      const answer = [older!.hold(), () => it.asked.at(-1)?.answer()];
      refresh();
      await it.clock.advance(0);
      expect(it.questions).toBe(2);
      for (const which of order) {
        answer[which]?.();
        await it.clock.advance(0);
      }
      expect(players(it, server)).toBe(2);
      expect(it.questions).toBe(2);
      await it.deliver(world.join(server, 'Three')[0]!);
      expect(players(it, server)).toBe(3);
    }
  });

  it('asks for nothing of metrics that it follows again', async () => {
    const { trial: it, world, server } = trial();
    const stream = serverStream(server.id, 'metrics');
    const attached = [{ stream, head: 7, resumed: false }];
    const data = { server_id: server.id, attached, detached: [], refused: [] };
    await it.deliver({ event: 'event_subscription', at: world.at, data });
    expect(it.questions).toBe(0);
    expect(cursorOf(it.engine.rows, stream)).toBe(7);
  });

  it('leaves what failed over an earlier connection to the next one', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    const [two] = world.join(server, 'Two');
    await it.deliver(two!);
    it.asked[0]!.fail();
    await it.clock.advance(0);
    it.ingest.reset();
    await it.deliver(two!);
    expect(it.questions).toBe(2);
    await it.clock.advance(5_000);
    expect(it.questions).toBe(2);
  });

  it('hears no answer that was asked for over an earlier connection', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver(world.permit(server, ['server.view']));
    it.ingest.reset();
    await it.answer();
    expect(cursorOf(it.engine.rows, accountStream(world.muster_id))).toBe(0);
  });

  it('folds nothing that an earlier connection told last', async () => {
    const { trial: it, world, server } = trial();
    const [late] = world.join(server, 'Survivor');
    it.ingest.receive(JSON.stringify(late));
    it.ingest.reset();
    await it.clock.advance(0);
    expect(players(it, server)).toBe(0);
    await it.deliver(late!);
    expect(players(it, server)).toBe(1);
  });

  it('acknowledges after the rows hold what came, and lets go of servers that are gone', async () => {
    const { trial: it, world, server } = trial();
    const data = {
      protocol: 1,
      build: 'host',
      muster_id: world.muster_id,
      keepalive: 4_000,
      streams: [{ stream: accountStream(world.muster_id), head: 0, resumed: true }],
    };
    await it.deliver({ event: 'ack', at: world.at, data });
    expect(it.keepalives).toEqual([4_000]);
    expect(it.acknowledged).toBe(1);
    expect(it.engine.rows.servers.has(server.id)).toBe(false);
    // What goes on where it was needs no snapshot.
    expect(it.questions).toBe(0);
  });
});
