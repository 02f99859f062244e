import { expect, it } from 'vitest';
import { GAME } from '../../protocol/enumerations.ts';
import { HostError } from '../http/host-error.ts';
import { checkRemoteControl } from './check-connection.ts';

function refusal(given: Parameters<typeof checkRemoteControl>[0]): unknown {
  try {
    checkRemoteControl(given);
    return null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { message: error.message, fields: error.fields };
  }
}

it('a game with a remote control needs its port and password, one without has no use for them', () => {
  const all = { rcon_port: 2_302, rcon_password: 'x' };
  const none = { rcon_port: null, rcon_password: null };
  expect(refusal({ game: GAME.DAYZ, ...all })).toBeNull();
  expect(refusal({ game: GAME.GENERIC, ...none })).toBeNull();
  expect(refusal({ game: GAME.DAYZ, ...all, rcon_password: null })).toMatchObject({
    message: 'This game needs the RCon port and password.',
    fields: { rcon_password: 'required' },
  });
  expect(refusal({ game: GAME.GENERIC, ...all })).toMatchObject({
    message: 'This game has no remote control.',
    fields: { rcon_port: 'unused', rcon_password: 'unused' },
  });
});
