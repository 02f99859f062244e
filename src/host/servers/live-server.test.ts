import { describe, expect, it } from 'vitest';
import type { EventData } from '../../protocol/events.ts';
import type { GameFact } from '../connectors/contract.ts';
import { identityKey } from '../players/identities.ts';
import { GUID, id, MUSTER, names, openSession, player, serverWith } from './doubles.ts';
import { tellPolledAgain } from './tell-server.ts';

describe('players', () => {
  it('who come are told to everybody, to the feed, and to those who may see addresses', () => {
    const { live, tell } = serverWith();
    const { events, sessions } = tell([{ kind: 'join', player: player(), seen: 'live' }]);
    expect(names(events)).toEqual(['gsm:player:create', 'personal', 'join']);
    expect(events.map(({ stream }) => stream.split('/')[2])).toEqual([
      'list',
      'feed-personal',
      'feed',
    ]);
    expect(JSON.stringify(events[0])).not.toContain('192.0.2.1');
    expect(sessions).toMatchObject([{ server_id: id, muster_id: null, left_at: null }]);
    expect(live.rows.players.size).toBe(1);
  });

  it('who are found after a gap are told as found, those who are seen to come are not', () => {
    const { tell } = serverWith();
    const found = (seen: 'live' | 'resync', key: string) => {
      const { events } = tell([{ kind: 'join', player: player({ key, name: key }), seen }]);
      return (events.at(-1)!.data as EventData<'server:feed'>).entry;
    };
    expect(found('resync', '1')).toMatchObject({ kind: 'join', found: true });
    expect(found('live', '2')).toMatchObject({ kind: 'join', found: false });
  });

  it('whose identity becomes known are told again as the same', () => {
    const { tell } = serverWith();
    const [joined] = tell([{ kind: 'join', player: player(), seen: 'live' }]).events;
    const known = player({ guid: GUID, verified: true });
    const { events } = tell([{ kind: 'player-changed', player: known }]);
    expect(names(events)).toEqual(['gsm:player:create', 'personal']);
    const [first, second] = [joined, events[0]].map(
      (event) => (event!.data as EventData<'gsm:player:create'>).player,
    );
    expect(second).toEqual({ ...first, muster_id: MUSTER, verified: true });
    expect(tell([{ kind: 'player-changed', player: known }]).events).toEqual([]);
  });

  it('who come while others are looked up wait until they are looked up too', () => {
    const { runtime, hear } = serverWith();
    const join = (n: string): GameFact => ({
      kind: 'join',
      at: 1,
      player: player({ key: n, name: n, guid: n.repeat(32) }),
      seen: 'live',
    });
    const players = new Map<string, string>();
    let made = 0;
    const fold = () => {
      const newId = () => (made += 1).toString(16).padStart(24, '0');
      const tick = runtime.nextTick({ newId, players }, false);
      const told = tick?.sessions.map(({ name, muster_id }) => [name, muster_id]);
      runtime.written();
      return told;
    };
    const look = () => {
      for (const { identities, name } of runtime.sightings()) {
        for (const identity of identities) players.set(identityKey(identity), name.repeat(24));
      }
    };
    hear(join('a'));
    look();
    hear(join('b'));
    expect(fold()).toEqual([['a', 'a'.repeat(24)]]);
    expect(runtime.hasMore).toBe(true);
    look();
    expect(fold()).toEqual([['b', 'b'.repeat(24)]]);
    expect(runtime.hasMore).toBe(false);
  });

  it('what is in flight is written first', () => {
    const { runtime, hear } = serverWith();
    const context = { newId: () => 'e'.repeat(24), players: new Map() };
    const joins = (key: string): GameFact => {
      return { kind: 'join', at: 1, player: player({ key, name: key }), seen: 'live' };
    };
    hear(joins('a'));
    const tick = runtime.nextTick(context, false);
    hear(joins('b'));
    expect(runtime.sightings()).toEqual([]);
    expect(runtime.nextTick(context, false)).toBe(tick);
    runtime.written();
    expect(runtime.nextTick(context, false)).toMatchObject({
      number: 2,
      sessions: [{ name: 'b' }],
    });
    runtime.written();
    expect(runtime.hasMore).toBe(false);
  });

  it('who were there before the game server started again are another stay now', () => {
    const { live, tell } = serverWith([openSession({ joined_at: 1_000_000 })]);
    const figures = { map: null, version: null, time: null, passwordProtected: null, locked: null };
    const environment = { kind: 'environment', name: null, wipedAt: null, latency: null } as const;
    const at = 5_000_000;
    tell([{ ...environment, ...figures, startedAt: 4_000_000 }], { at });
    tell([{ kind: 'join', player: player({ guid: GUID }), seen: 'resync' }], { at });
    const { sessions } = tell([{ kind: 'pings', pings: new Map() }], { at });
    expect(sessions).toMatchObject([{ id: 'e'.repeat(24), left_at: at }]);
    expect([...live.rows.players.values()]).toMatchObject([{ joined_at: at, joined_before: true }]);
  });

  it('whom an earlier host left are neither doubled nor lost', () => {
    const gone = openSession({ id: 'a'.repeat(24), name: 'Gone', guid: '1'.repeat(32), port: 1 });
    const moved = openSession({ id: 'b'.repeat(24), name: 'Moved', guid: '2'.repeat(32), port: 2 });
    const { live, tell } = serverWith([openSession(), gone, moved]);
    const seen = [
      player({ guid: GUID, verified: true }),
      player({ key: '2', name: 'Moved', guid: '2'.repeat(32), port: 99 }),
      player({ key: '3', name: 'New', port: 3 }),
    ];
    const { events, sessions } = tell([
      ...seen.map((one) => ({ kind: 'join', player: one, seen: 'resync' }) as const),
      { kind: 'pings', pings: new Map([['1', 40]]) },
    ]);
    expect(names(events).filter((name) => name !== 'personal')).toEqual([
      'gsm:player:create',
      'join',
      'gsm:player:create',
      'join',
      'gsm:player:destruct',
      'leave',
      'gsm:player:destruct',
      'leave',
    ]);
    const left = sessions.filter((session) => session.left_at !== null);
    expect(left.map((session) => session.name)).toEqual(['Gone', 'Moved']);
    expect([...live.rows.players.values()].map(({ name }) => name).toSorted()).toEqual([
      'Ada',
      'Moved',
      'New',
    ]);
    expect(tell([{ kind: 'pings', pings: new Map() }]).events).toEqual([]);
  });

  it('who come again before the first list are no stay that an earlier host left', () => {
    const { live, tell } = serverWith([openSession()]);
    tell([{ kind: 'join', player: player({ guid: GUID }), seen: 'live' }]);
    const { sessions } = tell([{ kind: 'pings', pings: new Map() }]);
    expect(sessions).toMatchObject([{ id: 'e'.repeat(24), left_at: 1_000 }]);
    expect([...live.rows.players.values()]).toMatchObject([{ joined_at: 1_000 }]);
  });

  it('who leave end their play session, once', () => {
    const { live, tell } = serverWith();
    tell([{ kind: 'join', player: player(), seen: 'live' }]);
    const { events, sessions } = tell([
      { kind: 'leave', player: player(), seen: 'live' },
      { kind: 'leave', player: player(), seen: 'live' },
    ]);
    expect(names(events)).toEqual(['gsm:player:destruct', 'leave']);
    expect(sessions).toMatchObject([{ left_at: 1_000 }]);
    expect(live.rows.players.size).toBe(0);
  });
});

describe('figures', () => {
  const population = (players: number | null, slots: number | null, source: 'rcon' | 'a2s') =>
    ({ kind: 'population', source, population: { players, slots, queue: null } }) as const;

  it('are told when they change, and never above the slots', () => {
    const { live, tell } = serverWith();
    expect(names(tell([population(70, 60, 'a2s')]).events)).toEqual(['server:update']);
    expect(live.row.population).toMatchObject({ players: 60, slots: 60, source: 'polled' });
    expect(tell([population(60, 60, 'a2s')]).events).toEqual([]);
    tell([population(2, 60, 'rcon')]);
    expect(live.row.population).toMatchObject({ players: 2, source: 'live' });
    tell([population(null, null, 'a2s')]);
    expect(live.row.population).toMatchObject({ players: null, source: 'unknown' });
  });

  it('that are raised by a join need not be told again by the next list', () => {
    const { tell } = serverWith();
    tell([population(0, 60, 'rcon')]);
    const { events } = tell([
      { kind: 'join', player: player(), seen: 'live' },
      population(1, 60, 'rcon'),
    ]);
    expect(names(events)).not.toContain('server:update');
  });

  it('that are polled are told again after a minute, so that they do not look stale', () => {
    const { live, runtime, tell } = serverWith();
    tell([population(3, 60, 'a2s')]);
    tellPolledAgain(live, 30_000);
    expect(live.hasTold).toBe(false);
    tellPolledAgain(live, 61_001);
    const tick = runtime.nextTick({ newId: () => id, players: new Map() }, false);
    expect(names(tick?.events ?? [])).toEqual(['server:update']);
    expect(live.row.population.observed_at).toBe(61_001);
  });

  it('of the environment are told when they truly changed', () => {
    const { tell } = serverWith();
    const environment = (over: object) =>
      ({
        kind: 'environment',
        name: 'x',
        map: 'chernarusplus',
        version: '1.26',
        time: '08:00',
        passwordProtected: false,
        locked: null,
        startedAt: null,
        wipedAt: null,
        latency: 20,
        ...over,
      }) as const;
    expect(tell([environment({})]).events).toHaveLength(1);
    expect(tell([environment({ latency: 40 })]).events).toHaveLength(0);
    expect(tell([environment({ startedAt: 0 })], { at: 60_000 }).events).toHaveLength(1);
    expect(tell([environment({ startedAt: 0 })], { at: 600_000 }).events).toHaveLength(0);
    expect(tell([environment({ startedAt: 400_000 })], { at: 600_000 }).events).toHaveLength(1);
  });

  it('of those who watch carry pings by play session, and are told to nobody else', () => {
    const { tell } = serverWith();
    const pings = { kind: 'pings', pings: new Map([['1', 41.6]]) } as const;
    const { sessions } = tell([{ kind: 'join', player: player(), seen: 'live' }, pings]);
    const { events } = tell([pings], { watched: true });
    expect(events).toMatchObject([
      { event: 'server:metrics', data: { pings: { [sessions[0]!.id]: 42 } } },
    ]);
    expect(tell([pings]).events).toEqual([]);
  });
});

describe('the connection', () => {
  const state = (
    name: 'STARTING' | 'CONNECTING' | 'CONNECTED' | 'DISCONNECTED' | 'ERROR',
    fault: 'socket-unreachable' | 'authentication-failed' | null = null,
  ) =>
    ({
      kind: 'state',
      state: name,
      ready: name === 'CONNECTED',
      fault: fault === null ? null : { kind: fault },
    }) as const;

  it('is news in the feed when it is there, lost or refused, and once', () => {
    const { tell } = serverWith();
    const { events } = tell([
      state('STARTING'),
      state('CONNECTING'),
      state('CONNECTED'),
      state('DISCONNECTED', 'socket-unreachable'),
      state('DISCONNECTED', 'socket-unreachable'),
      state('CONNECTED'),
    ]);
    const fed = events.flatMap(({ data }) =>
      'entry' in data && data.entry.kind === 'state' ? [data.entry.state] : [],
    );
    expect(fed).toEqual(['CONNECTED', 'DISCONNECTED', 'CONNECTED']);
  });

  it('that was gone leaves a mark where what was said may be missing', () => {
    const { tell } = serverWith();
    const { events } = tell([{ kind: 'gap', from: 200.5, to: 900 }], { at: 950 });
    expect(events).toMatchObject([
      { event: 'server:feed', at: 950, data: { entry: { kind: 'gap', from: 200, to: 900 } } },
    ]);
  });

  it('that is ready only after a while has a gap up to its beginning, and no longer', () => {
    const { live, tell } = serverWith();
    live.unheardSince = 100;
    live.gapDue = true;
    tell([{ ...state('CONNECTED'), ready: false }], { at: 1_000 });
    const { events } = tell([state('CONNECTED')], { at: 5_000 });
    const gaps = events.flatMap(({ data }) =>
      'entry' in data && data.entry.kind === 'gap' ? [data.entry] : [],
    );
    expect(gaps).toEqual([{ kind: 'gap', from: 100, to: 1_000 }]);
  });

  it('is offline when neither remote control nor query answers', () => {
    const { live, tell } = serverWith();
    const polled = { players: 1, slots: 60, queue: null };
    const unknown = { players: null, slots: null, queue: null };
    tell([{ kind: 'population', source: 'a2s', population: polled }]);
    tell([state('DISCONNECTED', 'socket-unreachable')]);
    expect(live.row.state).toMatchObject({ state: 'DISCONNECTED', offline: false });
    tell([{ kind: 'population', source: 'a2s', population: unknown }]);
    expect(live.row.state).toMatchObject({ state: 'DISCONNECTED', offline: true });
    tell([state('CONNECTED')]);
    expect(live.row.state).toMatchObject({ state: 'CONNECTED', offline: false, error: null });
  });

  it('completes the deployment, also after it failed for a while, and says why', () => {
    const { live, tell } = serverWith();
    const last = () => live.row.deployment.at(-1);
    tell([state('CONNECTING')]);
    expect(last()).toMatchObject({ step: 'instance-deployed', state: 'running' });
    tell([state('ERROR', 'authentication-failed')]);
    expect(last()).toMatchObject({ state: 'failed' });
    expect(last()?.detail).toContain('password was refused');
    tell([state('CONNECTING')]);
    expect(last()).toMatchObject({ state: 'failed' });
    tell([state('CONNECTED')]);
    expect(last()).toMatchObject({ state: 'done' });
    tell([state('DISCONNECTED', 'socket-unreachable')]);
    expect(last()).toMatchObject({ state: 'done' });
  });
});

describe('the console', () => {
  it('shows no password that a command sets', () => {
    const { tell } = serverWith();
    const { events } = tell([
      { kind: 'console', direction: 'out', text: 'RConPassword canary-1' },
      { kind: 'console', direction: 'out', text: '#login canary-2' },
      { kind: 'console', direction: 'out', text: 'say -1 RConPassword is a word' },
    ]);
    expect(JSON.stringify(events)).not.toContain('canary');
    expect(JSON.stringify(events)).toContain('RConPassword is a word');
  });

  it('does not tell our own log-in and messages as those of another tool', async () => {
    const { runtime, tell } = serverWith();
    const actor = { muster_id: MUSTER, display_name: 'Ada' };
    await runtime.run({ action: 'MESSAGE_PUBLIC', text: 'hello' }, actor);
    const admin = { kind: 'admin', admin: 0, to: null, ip: null } as const;
    const { events } = tell([
      { kind: 'state', state: 'CONNECTED', ready: false, fault: null },
      { ...admin, did: 'login', text: '' },
      { ...admin, did: 'message-public', text: 'hello' },
      { ...admin, did: 'login', text: '' },
      { ...admin, did: 'message-public', text: 'hello' },
    ]);
    expect(names(events).filter((name) => name === 'rcon-admin')).toHaveLength(2);
  });
});

it('a message is taken for our own for half a minute, and for that of another tool afterwards', async () => {
  const { runtime, tell } = serverWith();
  const actor = { muster_id: MUSTER, display_name: 'Ada' };
  const echo = { kind: 'admin', admin: 0, to: null, ip: null, did: 'message-public' } as const;
  for (const [at, told] of [
    [29_999, 0],
    [30_000, 1],
  ] as const) {
    await runtime.run({ action: 'MESSAGE_PUBLIC', text: 'hello' }, actor);
    const { events } = tell([{ ...echo, text: 'hello' }], { at });
    expect(names(events).filter((name) => name === 'rcon-admin')).toHaveLength(told);
  }
});

it('messages of ours are remembered for the echo, the newest fifty', async () => {
  const { runtime, live } = serverWith();
  const actor = { muster_id: MUSTER, display_name: 'Ada' };
  for (let n = 1; n <= 100; n++) {
    await runtime.run({ action: 'RAW', command: `say -1 message ${n}` }, actor);
  }
  expect(live.ownMessages).toHaveLength(50);
  expect(live.ownMessages.slice(-2).map(({ text }) => text)).toEqual([
    '-1 message 100',
    'message 100',
  ]);
});

it('what is asked of a server that is not run here any more is answered at once', async () => {
  const { runtime } = serverWith();
  const actor = { muster_id: MUSTER, display_name: 'Ada' };
  expect(await runtime.run({ action: 'SERVER_LOCK' }, actor)).toEqual({ ok: true, answer: '' });
  await runtime.stop();
  expect(await runtime.run({ action: 'SERVER_LOCK' }, actor)).toMatchObject({
    ok: false,
    kind: 'not-connected',
  });
});

it('nobody waits longer than they say to know who is on a server', async () => {
  await serverWith().runtime.settled(1);
});

it('who left while no host ran the server is found to have left, once', () => {
  const { live, tell } = serverWith([openSession()]);
  const { events } = tell([{ kind: 'pings', pings: new Map() }]);
  expect(names(events)).toEqual(['gsm:player:destruct', 'leave']);
  expect(events[1]?.data).toMatchObject({ entry: { kind: 'leave', found: true } });
  expect(live.rows.players.size).toBe(0);
  expect(tell([{ kind: 'pings', pings: new Map() }]).events).toEqual([]);
});

it('whose going a log tells has no second entry for it', () => {
  const { live, tell } = serverWith([openSession()]);
  const person = { name: 'Ada', bohemiaId: null, steamId: null };
  live.logs.willTell([{ kind: 'leave', person, at: 0, key: '' }]);
  const { events } = tell([{ kind: 'pings', pings: new Map() }]);
  expect(names(events)).toEqual(['gsm:player:destruct']);
});
