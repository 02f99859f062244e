import { expect, it } from 'vitest';
import { GAME } from '../../../protocol/enumerations.ts';
import { emptyDraft } from './draft.ts';
import { draftOfFound, type FoundServer } from './found-draft.ts';

const found = (change: Partial<FoundServer> = {}): FoundServer => ({
  game: GAME.DAYZ,
  game_port: 2_402,
  query_port: 27_017,
  name: '[EU] Черно | Vanilla PvP #2',
  map: 'chernarusplus',
  players: 3,
  slots: 60,
  ...change,
});

it('fills ports by the game, and names where none are typed', () => {
  expect(draftOfFound(emptyDraft(), found())).toEqual({
    game: GAME.DAYZ,
    game_port: '2402',
    query_port: '27017',
    rcon_port: '2406',
    name: '[EU] Черно | Vanilla PvP #2',
    identifier: '[EU] | Vanilla PvP #',
  });
  const typed = { ...emptyDraft(), name: 'Ours', identifier: 'ours' };
  expect(draftOfFound(typed, found())).toMatchObject({ name: 'Ours', identifier: 'ours' });
});

it('keeps the experimental branch, which answers as the game does, and takes another game', () => {
  const draft = { ...emptyDraft(), game: GAME.DAYZ_EXP };
  expect(draftOfFound(draft, found()).game).toBe(GAME.DAYZ_EXP);
  const rust = found({ game: GAME.RUST, game_port: 28_015, query_port: 28_017 });
  expect(draftOfFound(draft, rust)).toMatchObject({ game: GAME.RUST, rcon_port: '28016' });
  const other = found({ game: GAME.GENERIC });
  expect(draftOfFound(draft, other)).toMatchObject({ game: GAME.GENERIC, rcon_port: '' });
});
