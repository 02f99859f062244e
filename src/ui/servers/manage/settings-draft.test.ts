import { beforeAll, expect, it } from 'vitest';
import { read } from '../../parts/rules.ts';
import { startTexts } from '../../text/i18n.ts';
import { settings } from './doubles.ts';
import {
  draftOf,
  isElsewhere,
  needsPassword,
  sentSettings,
  settingsRules,
  type SettingsDraft,
} from './settings-draft.ts';

beforeAll(startTexts);

const saved = draftOf({ ...settings, identifier: 'Chernarus' });
const sent = (change: Partial<SettingsDraft> = {}) => {
  const draft = { ...saved, ...change };
  return read(settingsRules(draft, saved), sentSettings(draft));
};

it('leaves an empty password out, and judges it only where there is one', () => {
  const { body, wrong } = sent();
  expect(wrong).toEqual({});
  expect(body).toEqual({
    identifier: 'Chernarus',
    name: null,
    timezone: 'UTC',
    host: 'play.example.org',
    game_port: 2302,
    query_port: null,
    rcon_port: 2306,
    rcon_password: undefined,
    log_folder: null,
    tags: [],
  });
  expect(sent({ rcon_password: 'new' }).body.rcon_password).toBe('new');
});

it('makes tags of what is typed between commas', () => {
  expect(sent({ tags: ' EU, hard core ,,' }).body.tags).toEqual(['EU', 'hard core']);
  const many = Array.from({ length: 9 }, (_, number) => `tag ${number}`).join();
  for (const tags of [many, 'EU, eu', 'x'.repeat(25), 'a\u202eb']) {
    expect(Object.keys(sent({ tags }).wrong)).toEqual(['tags']);
  }
});

it.each([{ log_folder: 'a\nb' }, { identifier: '' }, { rcon_password: 'x'.repeat(129) }])(
  'refuses %j',
  (change) => {
    expect(Object.keys(sent(change).wrong)).toEqual(Object.keys(change));
  },
);

it.each([
  { host: 'other.example.org' },
  { host: 'play.example.org.' },
  { game_port: '2303' },
  { query_port: '27016' },
  { rcon_port: '2307' },
])('needs the password again for %j, which is a place of its own', (change) => {
  const moved = { ...saved, ...change };
  expect(needsPassword(moved, saved)).toBe(true);
  expect(Object.keys(sent(change).wrong)).toEqual(['rcon_password']);
  expect(needsPassword({ ...moved, game: 0 }, { ...saved, game: 0 })).toBe(false);
});

it('needs no password for a name, and none where the address only has blanks around it', () => {
  const renamed = { ...saved, identifier: 'Livonia', host: ' play.example.org ' };
  expect(needsPassword(renamed, saved)).toBe(false);
});

it.each([
  [{ host: 'Play.Example.org.' }, false],
  [{ host: ' play.example.org ', game_port: '2303' }, false],
  [{ host: 'other.example.org' }, true],
  [{ rcon_port: '2307' }, true],
])('by %j another game’s list is meant: %j', (change, isMeant) => {
  expect(isElsewhere({ ...saved, ...change }, saved)).toBe(isMeant);
});
