import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GAME } from '../../../protocol/enumerations.ts';
import { emptyDraft } from './draft.ts';
import { followingQueryPort, withGame, withGamePort } from './usual-ports.ts';

const games = fc.constantFrom(...Object.values(GAME));
const ports = fc.record({
  game_port: fc.constantFrom('2402', '30000'),
  query_port: fc.constantFrom('27099', '30001'),
  rcon_port: fc.constantFrom('2399', '30002'),
});

it.each([
  ['DAYZ', '2302', '', '2306', '27016'],
  ['DAYZ_EXP', '2302', '', '2306', '27016'],
  ['ARMA2', '2302', '', '2302', '2303'],
  ['ARMA3', '2302', '', '2306', '2303'],
  ['RUST', '28015', '28017', '28016', '28015'],
  ['GENERIC', '27015', '', '', '27015'],
] as const)(
  'sets up %s with its usual ports',
  (name, game_port, query_port, rcon_port, follows) => {
    const draft = withGame(emptyDraft(), GAME[name]);
    expect(draft).toMatchObject({ game: GAME[name], game_port, query_port, rcon_port });
    expect(followingQueryPort(draft)).toBe(follows);
  },
);

it('keeps every port that was typed, whatever games are looked at', () => {
  fc.assert(
    fc.property(ports, fc.array(games), (typed, chosen) => {
      const draft = chosen.reduce(withGame, { ...emptyDraft(), ...typed });
      expect(draft).toMatchObject(typed);
    }),
  );
});

it('comes to the same ports by whatever way a game is reached', () => {
  fc.assert(
    fc.property(fc.array(games), games, (passed, game) => {
      const straight = withGame(emptyDraft(), game);
      expect(withGame(passed.reduce(withGame, emptyDraft()), game)).toEqual(straight);
    }),
  );
});

it('lets the RCon port of ArmA 2 follow its game port until another is typed', () => {
  const draft = withGame(emptyDraft(), GAME.ARMA2);
  expect(withGamePort(draft, '2402')).toEqual({ game_port: '2402', rcon_port: '2402' });
  const typed = { ...draft, rcon_port: '2310' };
  expect(withGamePort(typed, '2402')).toEqual({ game_port: '2402' });
});

it('follows no game port that is no number', () => {
  const draft = { ...emptyDraft(), game: GAME.ARMA3 };
  expect(followingQueryPort({ ...draft, game_port: 'x' })).toBe('');
  expect(followingQueryPort({ ...draft, game_port: '' })).toBe('');
});
