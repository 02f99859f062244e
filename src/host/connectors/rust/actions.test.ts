import { beforeEach, describe, expect, test } from 'vitest';
import { ANN, BOB, CY, Watched } from './watched.ts';

let w: Watched;

beforeEach(() => {
  w = new Watched();
});

describe('actions', () => {
  beforeEach(async () => {
    w.server.players = [
      { steamId: ANN, name: 'Ann', address: '203.0.113.1:4000' },
      { steamId: BOB, name: 'Bob', address: '203.0.113.1:4001' },
    ];
    await w.start();
    w.server.commands.length = 0;
    w.facts.length = 0;
  });

  test('a kick goes by SteamID, its reason quoted', async () => {
    const playerKey = w.keyOf('Bob');
    expect(
      await w.run({ action: 'SERVER_KICK', playerKey, reason: 'be "nice"\nplease' }, 2_000),
    ).toEqual({ ok: true, answer: 'Kicked: Bob' });
    expect(w.server.commands.slice(0, 2)).toEqual(['playerlist', `kick ${BOB} "be 'nice' please"`]);
    expect(w.of('kick', 'leave')).toMatchObject([
      { kind: 'kick', by: 'admin-kick', reason: "be 'nice' please", player: { name: 'Bob' } },
      { kind: 'leave', seen: 'live', player: { name: 'Bob' } },
    ]);
  });
  test('what a kick prints is told; what its answer quotes is a name', async () => {
    w.server.join(CY, `Bob[${BOB}] was killed by Ann[${ANN}]`);
    await w.clock.advance(20_000);
    const cy = w.connector.roster().find(({ steamId }) => steamId === CY);
    const reason = 'x';
    w.server.answers.set(`kick ${CY} "x"`, () => [
      `203.0.113.1:4000/${CY}/${cy?.name ?? ''} disconnecting: Kicked: x`,
      `Kicked: ${cy?.name ?? ''}`,
    ]);
    await w.run({ action: 'SERVER_KICK', playerKey: cy?.key ?? '', reason }, 2_000);
    expect(w.of('death')).toEqual([]);
    expect(w.of('leave')).toMatchObject([{ seen: 'live', player: { steamId: CY } }]);
  });
  test('nobody is kicked who left, by the list or by the server’s word', async () => {
    const playerKey = w.keyOf('Bob');
    w.server.players = [];
    expect(await w.run({ action: 'SERVER_KICK', playerKey, reason: '' }, 100)).toMatchObject({
      kind: 'player-gone',
    });
    w.server.join(CY, 'Cy', false);
    await w.clock.advance(100);
    const loading = w.connector.run({
      action: 'SERVER_KICK',
      playerKey: w.keyOf('Cy'),
      reason: '',
    });
    await w.clock.advance(1_000);
    expect(await loading).toMatchObject({ kind: 'player-gone' });
    expect(w.server.commands.filter((command) => command.startsWith('kick'))).toEqual([
      `kick ${CY}`,
    ]);
  });
  test('a kick without an answer is read back, and not repeated', async () => {
    const playerKey = w.keyOf('Bob');
    w.server.answers.set(`kick ${BOB}`, () => {
      w.server.players = w.server.players.slice(0, 1);
      return [];
    });
    expect(await w.run({ action: 'SERVER_KICK', playerKey, reason: '' })).toEqual({
      ok: true,
      answer: '',
    });
    expect(w.server.commands.filter((command) => command.startsWith('kick'))).toHaveLength(1);
  });
  test('a kick without an answer of somebody who is still there has failed', async () => {
    const playerKey = w.keyOf('Bob');
    w.server.answers.set(`kick ${BOB}`, () => []);
    expect(await w.run({ action: 'SERVER_KICK', playerKey, reason: '' })).toMatchObject({
      ok: false,
      kind: 'no-answer',
    });
    expect(w.connector.roster().map(({ name }) => name)).toContain('Bob');
  });
  test('a message is said once, and known by its echo where the answer is lost', async () => {
    expect(await w.run({ action: 'MESSAGE_PUBLIC', text: 'hello' }, 100)).toEqual({
      ok: true,
      answer: '',
    });
    w.server.answers.set('say again', () => {
      w.server.say('0', 'SERVER', 'again', 2);
      return [];
    });
    expect(await w.run({ action: 'MESSAGE_PUBLIC', text: 'again' })).toMatchObject({ ok: true });
    w.server.answers.set('say lost', () => []);
    expect(await w.run({ action: 'MESSAGE_PUBLIC', text: 'lost' })).toMatchObject({
      kind: 'no-answer',
    });
    expect(w.server.commands.filter((command) => command.startsWith('say'))).toHaveLength(3);
  });
  test('a raw command ends with its last frame, and shows each', async () => {
    w.server.answers.set('server.save', () => ['Saved 30,047 ents', 'Saving complete', '']);
    w.server.answers.set('server.maxplayers', () => ['server.maxplayers: "4"']);
    expect(await w.run({ action: 'RAW', command: 'server.save' }, 20)).toEqual({
      ok: true,
      answer: 'Saved 30,047 ents\nSaving complete',
    });
    expect(await w.run({ action: 'RAW', command: 'server.maxplayers' }, 500)).toMatchObject({
      answer: 'server.maxplayers: "4"',
    });
    expect(await w.run({ action: 'RAW', command: 'no-such-command' }, 5_000)).toMatchObject({
      ok: false,
      kind: 'no-answer',
    });
    expect(w.of('console')).toMatchObject([
      { direction: 'out', text: 'server.save' },
      { direction: 'answer', text: 'Saved 30,047 ents' },
      { direction: 'answer', text: 'Saving complete' },
      { direction: 'out' },
      { direction: 'answer' },
      { direction: 'out', text: 'no-such-command' },
    ]);
    expect(w.server.sessions).toBe(1);
  });
  test('a restart that takes the connection with it has begun', async () => {
    w.server.answers.set('quit', () => {
      w.clock.after(50, () => w.server.die());
      return ['Saving complete', 'Config Saved'];
    });
    expect(await w.run({ action: 'SERVER_RESTART' }, 1_000)).toMatchObject({ ok: true });
    expect(w.of('state').at(-1)).toMatchObject({ state: 'DISCONNECTED' });
  });
  test('what the game has no command for is unsupported', async () => {
    for (const action of ['SERVER_LOCK', 'SERVER_UNLOCK'] as const) {
      expect(await w.run({ action }, 0)).toMatchObject({ kind: 'unsupported' });
    }
    const playerKey = w.keyOf('Ann');
    expect(await w.run({ action: 'MESSAGE_PRIVATE', playerKey, text: 'x' }, 0)).toMatchObject({
      kind: 'unsupported',
    });
    expect(w.server.commands).toEqual([]);
  });
  test('each settles within its deadline when nothing answers, and is sent once', async () => {
    w.server.ready = false;
    const results = await Promise.all([
      w.run({ action: 'SERVER_KICK', playerKey: w.keyOf('Bob'), reason: '' }, 15_000),
      w.connector.run({ action: 'RAW', command: 'ban 1' }),
      w.connector.run({ action: 'MESSAGE_PUBLIC', text: 'x' }),
      w.connector.run({ action: 'SERVER_RESTART' }),
    ]);
    for (const result of results) expect(result).toMatchObject({ ok: false, kind: 'no-answer' });
    expect(w.server.commands.filter((command) => !/playerlist|serverinfo/.test(command))).toEqual([
      'ban 1',
      'say x',
      'quit',
    ]);
  });
  test('without a connection they fail at once', async () => {
    await w.connector.stop();
    expect(await w.run({ action: 'RAW', command: 'x' }, 0)).toMatchObject({
      kind: 'not-connected',
    });
  });
});
