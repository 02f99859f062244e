import { expect, it } from 'vitest';
import { battleyeGuid } from '../../../domain/players/battleye-guid.ts';
import { LogIdentities, type Stay } from './identities.ts';
import type { LogEvent } from './log-event.ts';

const STEAM = '76561198054374215';
const GUID = '0f09332d84ea4d1cd6bcd7332ae81d24';
const MINUTE = 60_000;

const seen = (name: string, ids: { bohemiaId?: string; steamId?: string }, at = 0): LogEvent => ({
  kind: 'seen',
  person: { name, bohemiaId: ids.bohemiaId ?? null, steamId: ids.steamId ?? null },
  position: null,
  at,
  key: '',
});
const left = (name: string, bohemiaId: string | null): LogEvent => ({
  kind: 'leave',
  person: { name, bohemiaId, steamId: null },
  at: 0,
  key: '',
});
const stay = (change: Partial<Stay> = {}): Stay => ({
  name: 'Survivor',
  joined_at: 0,
  joined_before: false,
  guid: null,
  steam_id: null,
  bohemia_id: null,
  ...change,
});

it('makes the GUID of a SteamID as BattlEye does', () => {
  expect(battleyeGuid(STEAM)).toBe(GUID);
});

it('puts the ids of one person together as they come', () => {
  const people = new LogIdentities();
  expect(people.note(seen('Survivor', { steamId: STEAM }))).toBe('Survivor');
  expect(people.note(seen('Survivor', { bohemiaId: 'A' }))).toBe('Survivor');
  expect(people.note(seen('Survivor', { bohemiaId: 'A' }))).toBeNull();
  expect(people.of(stay({ guid: GUID }))).toMatchObject({ steamId: STEAM, bohemiaId: 'A' });
});

it('gives nobody the ids of another: by GUID, by name that two have, by time, by what is known', () => {
  const people = new LogIdentities();
  people.note(seen('Survivor', { bohemiaId: 'A', steamId: STEAM }));
  expect(people.of(stay({ guid: 'f'.repeat(32) }))).toBeNull();
  expect(people.of(stay({ bohemia_id: 'B' }))).toBeNull();
  expect(people.of(stay({ name: 'Other' }))).toBeNull();
  const old = new LogIdentities();
  old.note(seen('Survivor', { bohemiaId: 'A' }));
  expect(old.of(stay({ joined_at: 10 * MINUTE }))).toBeNull();
  expect(old.of(stay({ joined_at: 10 * MINUTE, joined_before: true }))).not.toBeNull();
  old.note(seen('Survivor', { bohemiaId: 'B' }));
  expect(old.of(stay())).toBeNull();
  old.note(left('Survivor', 'A'));
  expect(old.of(stay())).toMatchObject({ bohemiaId: 'B' });
  old.note(left('Survivor', 'B'));
  expect(old.of(stay())).toBeNull();
});

it('gives somebody their ids whose SteamID is known to be the same, and nobody another one’s', () => {
  const people = new LogIdentities();
  people.note(seen('Survivor', { bohemiaId: 'A', steamId: STEAM }));
  expect(people.of(stay({ steam_id: STEAM }))).toMatchObject({ bohemiaId: 'A' });
  expect(people.of(stay({ steam_id: '76561198054374216' }))).toBeNull();
});

it('of two who lack an id, gives it to neither', () => {
  const people = new LogIdentities();
  people.note(seen('Survivor', { steamId: STEAM }));
  people.note(seen('Survivor', { steamId: '76561198054374216' }));
  people.note(seen('Survivor', { bohemiaId: 'A' }));
  people.note(left('Survivor', 'A'));
  expect(people.of(stay({ guid: GUID }))).toBeNull();
});
