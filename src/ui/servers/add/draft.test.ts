import { expect, it } from 'vitest';
import { GAME } from '../../../protocol/enumerations.ts';
import { draftBody, draftValues, emptyDraft, RULES, type DraftField } from './draft.ts';

const draft = {
  ...emptyDraft(),
  identifier: 'One',
  host: ' play.example.org ',
  rcon_password: 'x',
};
const valid = (field: DraftField, change: Partial<typeof draft>) =>
  RULES[field].safeParse(draftValues({ ...draft, ...change })[field]).success;

it('gives the calls numbers, trimmed names, and null for a query port that is left open', () => {
  expect(draftBody(draft)).toMatchObject({
    host: 'play.example.org',
    game_port: 2302,
    query_port: null,
    rcon_port: 2306,
  });
});

it('leaves RCon out where the game has none, whatever was typed for another', () => {
  expect(draftBody({ ...draft, game: GAME.GENERIC, rcon_port: '28016' })).toMatchObject({
    rcon_port: null,
    rcon_password: null,
  });
});

it.each([
  ['identifier', { identifier: '' }],
  ['identifier', { identifier: 'x'.repeat(21) }],
  ['identifier', { identifier: 'Черно' }],
  ['host', { host: 'http://example.org' }],
  ['game_port', { game_port: '' }],
  ['game_port', { game_port: '0' }],
  ['query_port', { query_port: '65536' }],
  ['query_port', { query_port: 'x' }],
  ['rcon_port', { rcon_port: '2306.5' }],
  ['rcon_password', { rcon_password: '' }],
  ['log_folder', { log_folder: 'a\nb' }],
] as const)('refuses %s %j', (field, change) => {
  expect(valid(field, change)).toBe(false);
});

it('takes the bounds', () => {
  expect(valid('game_port', { game_port: '1' })).toBe(true);
  expect(valid('query_port', { query_port: '65535' })).toBe(true);
  expect(valid('identifier', { identifier: 'x'.repeat(20) })).toBe(true);
});
