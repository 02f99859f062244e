import { beforeAll, expect, it } from 'vitest';
import { GAME } from '../../../protocol/enumerations.ts';
import { read } from '../../parts/rules.ts';
import { startTexts } from '../../text/i18n.ts';
import { emptyDraft, rulesOf, sentOf, type Draft } from './draft.ts';

beforeAll(startTexts);

const draft = {
  ...emptyDraft(),
  identifier: 'One',
  host: ' play.example.org ',
  rcon_password: 'x',
};
const sent = (change: Partial<Draft> = {}) => {
  const changed = { ...draft, ...change };
  return read(rulesOf(changed), sentOf(changed));
};

it('gives the calls numbers, trimmed names, and null for a query port that is left open', () => {
  expect(sent().wrong).toEqual({});
  expect(sent().body).toMatchObject({
    host: 'play.example.org',
    game_port: 2302,
    query_port: null,
    rcon_port: 2306,
  });
});

it('leaves RCon out where the game has none, whatever was typed for another', () => {
  const { body, wrong } = sent({ game: GAME.GENERIC, rcon_port: 'x' });
  expect(wrong).toEqual({});
  expect(body).toMatchObject({ rcon_port: null, rcon_password: null });
});

it.each([
  { identifier: '' },
  { identifier: 'x'.repeat(21) },
  { identifier: 'Черно' },
  { host: 'http://example.org' },
  { game_port: '' },
  { game_port: '0' },
  { query_port: '65536' },
  { query_port: 'x' },
  { rcon_port: '' },
  { rcon_port: '2306.5' },
  { rcon_password: '' },
])('refuses %j', (change) => {
  expect(Object.keys(sent(change).wrong)).toEqual(Object.keys(change));
});

it.each([{ game_port: '1' }, { query_port: '65535' }, { identifier: 'x'.repeat(20) }])(
  'takes %j',
  (change) => {
    expect(sent(change).wrong).toEqual({});
  },
);
