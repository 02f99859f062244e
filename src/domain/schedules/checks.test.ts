import { expect, it } from 'vitest';
import { GAME, SERVER_ACTION } from '../../protocol/enumerations.ts';
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
