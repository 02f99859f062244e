import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BAN_COLUMNS, banLine } from './export.ts';
import { bansOfJson, readBanObject } from './json-file.ts';

const now = Date.UTC(2026, 0, 1);
const STEAM = '76561198000000001';
const GUID = '50355e6d24e59ad9e7c4f3b24036f816';
const read = (whole: unknown) => bansOfJson(whole)?.flatMap((item) => readBanObject(item, now));

it('a page of BattleMetrics has a ban for each id that a game knows', () => {
  const page = {
    meta: { active: 1, expired: 1, total: 2 },
    data: [
      {
        type: 'ban',
        id: '42',
        attributes: {
          uid: '41opA0OgW',
          timestamp: '2025-10-05T14:35:51.962Z',
          reason: 'Scamming {{timeLeft}}',
          note: 'Seen twice',
          expires: '2026-02-05T14:35:51.962Z',
          identifiers: [
            1000,
            { type: 'steamID', identifier: STEAM, manual: true },
            { type: 'BEGUID', identifier: GUID, manual: false },
            { type: 'ip', identifier: '203.0.113.7', manual: false },
            { type: 'name', identifier: 'Bert', manual: false },
          ],
          orgWide: true,
        },
      },
      {
        type: 'ban',
        id: '43',
        attributes: { reason: 'No id', identifiers: [1001], expires: null },
      },
      {
        type: 'ban',
        id: '44',
        attributes: {
          reason: 'Long ago',
          expires: '2020-01-01T00:00:00.000Z',
          identifiers: [{ type: 'steamID', identifier: STEAM }],
        },
      },
    ],
    links: {},
  };
  const until = Date.parse('2026-02-05T14:35:51.962Z');
  const ban = { name: null, reason: 'Scamming. Seen twice', description: '', until };
  expect(read(page)).toEqual([
    { kind: 'ban', ban: { ...ban, banned: { kind: 'steam', value: STEAM } } },
    { kind: 'ban', ban: { ...ban, banned: { kind: 'battleye', value: GUID } } },
    { kind: 'ban', ban: { ...ban, banned: { kind: 'address', value: '203.0.113.7' } } },
    { kind: 'refused', fault: 'no-identity' },
    { kind: 'refused', fault: 'over' },
  ]);
  expect(read([page, page])).toHaveLength(10);
});

it('the entries of CFTools are read, but for whom only CFTools knows', () => {
  const entry = { id: '5f1', created_at: '2025-01-01T00:00:00', updated_at: '2025-01-01T00:00:00' };
  const lines = read({
    status: true,
    entries: [
      { ...entry, identifier: STEAM, reason: 'Cheating', expires_at: null },
      {
        ...entry,
        identifier: '203.0.113.7',
        reason: 'VPN used',
        expires_at: '2026-03-01T00:00:00',
      },
      { ...entry, identifier: '5fc7f9a050ae5adf01df9bdd', reason: 'Cheating', expires_at: null },
    ],
  });
  expect(lines).toMatchObject([
    {
      kind: 'ban',
      ban: { banned: { kind: 'steam', value: STEAM }, reason: 'Cheating', until: null },
    },
    { kind: 'ban', ban: { banned: { kind: 'address', value: '203.0.113.7' } } },
    { kind: 'refused', fault: 'no-identity' },
  ]);
});

it('what Muster exported as NDJSON is read again', () => {
  const row = {
    id: '0123456789abcdef01234567',
    server_id: null,
    banlist_id: 'a'.repeat(24),
    kind: 'person',
    person_id: null,
    name: 'Bert',
    steam_id: STEAM,
    guid: null,
    bohemia_id: null,
    address: null,
    reason: 'Cheating',
    description: '',
    status: 'ACTIVE',
    origin: null,
    created_at: 0,
    until: null,
    issuer_id: null,
    issuer_name: 'Ada',
    changed_at: 0,
  } as const;
  expect(BAN_COLUMNS).toContain('steam_id');
  expect(readBanObject(JSON.parse(banLine('ndjson', row)), now)).toMatchObject([
    { kind: 'ban', ban: { banned: { kind: 'steam', value: STEAM }, name: 'Bert' } },
  ]);
  expect(readBanObject(JSON.parse(banLine('ndjson', { ...row, status: 'REVOKED' })), now)).toEqual([
    { kind: 'refused', fault: 'not-in-force' },
  ]);
});

it('whatever JSON it is, nothing breaks', () => {
  expect(bansOfJson({ name: 'package', version: 1 })).toBeNull();
  fc.assert(
    fc.property(fc.jsonValue(), (whole) => {
      for (const item of bansOfJson(whole) ?? [whole]) {
        expect(readBanObject(item, now).length).toBeGreaterThan(0);
      }
    }),
  );
});
