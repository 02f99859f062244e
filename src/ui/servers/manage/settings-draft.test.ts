import { expect, it } from 'vitest';
import {
  draftOf,
  editBody,
  isChanged,
  judgedFields,
  needsPassword,
  rebased,
} from './settings-draft.ts';

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
  expect(judgedFields(saved, saved)).not.toContain('rcon_password');
  const changed = { ...saved, rcon_password: 'new' };
  expect(editBody(changed)).toMatchObject({ rcon_password: 'new' });
  expect(judgedFields(changed, saved)).toContain('rcon_password');
});

it('keeps what was changed here and follows what was changed elsewhere', () => {
  const draft = { ...saved, identifier: 'Livonia', rcon_password: 'new' };
  const elsewhere = { ...saved, host: 'other.example.org', identifier: 'Sakhal' };
  expect(rebased(draft, saved, elsewhere)).toEqual({ ...draft, host: 'other.example.org' });
  expect(rebased(saved, saved, elsewhere)).toEqual(elsewhere);
});

it.each([
  { host: 'other.example.org' },
  { host: 'play.example.org.' },
  { game_port: '2303' },
  { query_port: '27016' },
  { rcon_port: '2307' },
])('needs the password again for %j, which is a place of its own', (change) => {
  const moved = { ...saved, ...change };
  expect(needsPassword(moved, saved)).toBe(true);
  expect(judgedFields(moved, saved)).toContain('rcon_password');
  expect(needsPassword({ ...moved, game: 0 }, { ...saved, game: 0 })).toBe(false);
});

it('needs no password for a name, and none where the address only has blanks around it', () => {
  const renamed = { ...saved, identifier: 'Livonia', host: ' play.example.org ' };
  expect(needsPassword(renamed, saved)).toBe(false);
});
