import { expect, it } from 'vitest';
import { draftOf, editBody, isChanged, judgedFields, rebased } from './settings-draft.ts';

const saved = draftOf({
  identifier: 'Chernarus',
  timezone: 'UTC',
  game: 1,
  host: 'play.example.org',
  game_port: 2302,
  query_port: null,
  rcon_port: 2306,
  log_folder: null,
  log_root: null,
  deployment: [],
});

it('is unchanged as it was saved, and with blanks around it', () => {
  expect(isChanged(saved, saved)).toBe(false);
  expect(isChanged({ ...saved, host: ' play.example.org ' }, saved)).toBe(false);
});

it.each([
  { identifier: 'Livonia' },
  { query_port: '27016' },
  { rcon_port: '' },
  { rcon_password: 'new' },
])('is changed by %j', (change) => {
  expect(isChanged({ ...saved, ...change }, saved)).toBe(true);
});

it('leaves an empty password out, and judges it only where there is one', () => {
  expect(editBody(saved)).toEqual({
    identifier: 'Chernarus',
    timezone: 'UTC',
    host: 'play.example.org',
    game_port: 2302,
    query_port: null,
    rcon_port: 2306,
    log_folder: null,
  });
  expect(judgedFields(saved)).not.toContain('rcon_password');
  const changed = { ...saved, rcon_password: 'new' };
  expect(editBody(changed)).toMatchObject({ rcon_password: 'new' });
  expect(judgedFields(changed)).toContain('rcon_password');
});

it('keeps what was changed here and follows what was changed elsewhere', () => {
  const draft = { ...saved, identifier: 'Livonia', rcon_password: 'new' };
  const elsewhere = { ...saved, host: 'other.example.org', identifier: 'Sakhal' };
  expect(rebased(draft, saved, elsewhere)).toEqual({ ...draft, host: 'other.example.org' });
  expect(rebased(saved, saved, elsewhere)).toEqual(elsewhere);
});
