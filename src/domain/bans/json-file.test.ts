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
    {
      kind: 'ban',
      ban: { banned: { kind: 'address', value: '203.0.113.7' }, until: Date.UTC(2026, 2, 1) },
    },
    { kind: 'refused', fault: 'no-identity' },
  ]);
});

const ROUNDED = [{ kind: 'refused', fault: 'id-rounded' }];

it('an id that is a number bans nobody: its last digits are lost', () => {
  const ban = '{"steamid": 76561198012345679, "reason": "Cheating"}';
  expect(readBanObject(JSON.parse(ban), now)).toEqual(ROUNDED);
  expect(readBanObject(JSON.parse('{"identifier": 76561198012345679}'), now)).toEqual(ROUNDED);
  expect(readBanObject(JSON.parse('76561198012345679'), now)).toEqual(ROUNDED);
  const ofBattleMetrics =
    '{"attributes": {"identifiers": [{"type": "steamID", "identifier": 76561198012345679}]}}';
  expect(readBanObject(JSON.parse(ofBattleMetrics), now)).toEqual(ROUNDED);
  // A number of the ban itself takes nothing from an id that is a text.
  expect(
    readBanObject(JSON.parse(`{"id": 1234567890123456789, "steamid": "${STEAM}"}`), now),
  ).toMatchObject([{ kind: 'ban', ban: { banned: { value: STEAM } } }]);
});

it('no number is ever a SteamID64', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 9_999_999_999n), (end) => {
      const json = `{"steamid": ${76561190000000000n + end}, "expires": null}`;
      expect(readBanObject(JSON.parse(json), now)).toEqual(ROUNDED);
    }),
  );
});

it.each([
  ['until', { $date: { $numberLong: '1800000000000' } }, 'time-unclear'],
  ['end', [], 'time-unclear'],
  ['expires', { at: 1_800_000_000 }, 'time-unclear'],
  ['status', { state: 'lifted' }, 'not-in-force'],
  ['active', [false], 'not-in-force'],
])('a ban whose %s is %j is refused, not for ever', (name, value, fault) => {
  expect(readBanObject({ steamid: STEAM, [name]: value }, now)).toEqual([
    { kind: 'refused', fault },
  ]);
});

it('the times of MongoDB are read, and of BattleMetrics no other than texts and numbers', () => {
  const until = Date.UTC(2026, 2, 1);
  const date = { $date: '2026-03-01T00:00:00Z' };
  expect(readBanObject({ steamid: STEAM, until: date }, now)).toMatchObject([{ ban: { until } }]);
  const page = (expires: unknown) => ({
    attributes: { expires, identifiers: [{ type: 'steamID', identifier: STEAM }] },
  });
  expect(readBanObject(page(date), now)).toMatchObject([{ ban: { until } }]);
  expect(readBanObject(page({ in: 5 }), now)).toEqual([{ kind: 'refused', fault: 'time-unclear' }]);
});

it('what is nested deeper than a stack reaches is too long', () => {
  const deep = (depth: number): unknown =>
    JSON.parse(`{"guid":"${GUID}","more":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  expect(readBanObject(deep(10), now)).toMatchObject([{ kind: 'ban' }]);
  for (const depth of [100, 4_000, 200_000]) {
    expect(readBanObject(deep(depth), now)).toEqual([{ kind: 'refused', fault: 'too-long' }]);
  }
  const lists: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  expect(readBanObject(lists, now)).toEqual([{ kind: 'refused', fault: 'too-long' }]);
  expect(readBanObject({ guid: GUID, more: 'x'.repeat(20_000) }, now)).toMatchObject([
    { fault: 'too-long' },
  ]);
});

it('texts are read as lines, and the bans are in whichever field is a list', () => {
  expect(read([STEAM, `${GUID} -1 Cheating`, 'Dear diary'])).toMatchObject([
    { ban: { banned: { value: STEAM } } },
    { ban: { banned: { value: GUID }, reason: 'Cheating' } },
    { kind: 'refused', fault: 'no-identity' },
  ]);
  expect(bansOfJson({ data: { page: 1 }, entries: null, bans: [1, 2] })).toEqual([1, 2]);
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
