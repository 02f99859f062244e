import { expect, it } from 'vitest';
import { GAME, SERVER_ACTION } from '../../protocol/enumerations.ts';
import { ASKABLE, offeredActions, whyMissing } from './offered.ts';

it.each(['DAYZ', 'DAYZ_EXP', 'ARMA2', 'ARMA3'] as const)(
  '%s can be asked for everything',
  (name) => {
    expect(offeredActions(GAME[name])).toEqual(ASKABLE);
  },
);

it('Rust has no private message and no lock, and says so', () => {
  const { RAW, MESSAGE_PUBLIC, SERVER_RESTART, SERVER_KICK } = SERVER_ACTION;
  expect(offeredActions(GAME.RUST)).toEqual([RAW, MESSAGE_PUBLIC, SERVER_RESTART, SERVER_KICK]);
  expect(whyMissing(GAME.RUST, SERVER_ACTION.SERVER_LOCK)).toBe('not-in-game');
});

it('a server that is only looked at can be asked for nothing', () => {
  expect(offeredActions(GAME.GENERIC)).toEqual([]);
  expect(whyMissing(GAME.GENERIC, SERVER_ACTION.RAW)).toBe('no-remote-control');
});
