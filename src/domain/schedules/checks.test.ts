import { expect, it } from 'vitest';
import { GAME, SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import { unfitOfJob } from './checks.ts';

const job = (action: Parameters<typeof unfitOfJob>[0]['action'], parameter: string) =>
  unfitOfJob({ action, parameter, warnings: [], lock_before: null, kick_before: null }, GAME.DAYZ);

it.each(['#login hunter22', 'RConPassword hunter22', 'say -1 hi;x.token hunter22'])(
  'a job has no secret in its command: %j',
  (command) => {
    expect(job(SERVER_ACTION.RAW, command)).toEqual({ parameter: 'secret' });
  },
);

it('a command without a secret, and a text to everybody about a password, do', () => {
  expect(job(SERVER_ACTION.RAW, 'say -1 The password of the teamspeak is tea')).toEqual({});
  expect(job(SERVER_ACTION.RAW, '#restart')).toEqual({});
  expect(job(SERVER_ACTION.MESSAGE_PUBLIC, 'The password is tea')).toEqual({});
});

it.each([
  [SERVER_ACTION.MESSAGE_PRIVATE, 'Hi {player}', {}],
  [SERVER_ACTION.MESSAGE_PUBLIC, 'Hi {player}', { parameter: 'unknown_variable' }],
  [SERVER_ACTION.SERVER_KICK, 'x'.repeat(128), {}],
  [SERVER_ACTION.SERVER_KICK, 'x'.repeat(129), { parameter: 'too_long' }],
  [SERVER_ACTION.WHITELIST_PAUSE, 'why', { parameter: 'not_taken' }],
] as const)('words of action %i: %j', (action, parameter, unfit) => {
  expect(job(action, parameter)).toEqual(unfit);
});

const without = (action: Parameters<typeof unfitOfJob>[0]['action'], game: Game) =>
  unfitOfJob({ action, parameter: null, warnings: [], lock_before: null, kick_before: null }, game);

it('a kick needs no reason, a message to each player needs a text', () => {
  expect(without(SERVER_ACTION.SERVER_KICK, GAME.DAYZ)).toEqual({});
  expect(without(SERVER_ACTION.MESSAGE_PRIVATE, GAME.DAYZ)).toEqual({ parameter: 'required' });
});

it('a whitelist is paused wherever somebody can be kicked', () => {
  expect(without(SERVER_ACTION.WHITELIST_PAUSE, GAME.RUST)).toEqual({});
  expect(without(SERVER_ACTION.WHITELIST_RESUME, GAME.GENERIC)).toEqual({
    action: 'not_in_game',
  });
  expect(without(SERVER_ACTION.MESSAGE_PRIVATE, GAME.RUST)).toEqual({
    action: 'not_in_game',
    parameter: 'required',
  });
});
