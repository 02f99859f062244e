import { expect, it } from 'vitest';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import type { AuditRow } from '../audit/row.ts';
import { unsent, whyOfAudit, whyOfFeed } from './why.ts';

const id = (digit: string) => digit.repeat(24);
const [SERVER, STAY, BOB, BAN, LIST, FILTER, BUCKET] = ['a', 'b', 'c', 'd', 'e', 'f', '1'].map(
  id,
) as [string, string, string, string, string, string, string];
const player = { id: STAY, muster_id: BOB, name: 'Bob' };

type KeptOut = Extract<FeedEntry, { kind: 'kept-out' }>;
const keptOut = (change: Partial<KeptOut> = {}): KeptOut => ({
  kind: 'kept-out',
  player,
  rule: 'whitelist',
  seen: { kind: 'player', at: 8 },
  version: 4,
  did: 'kick',
  ban: null,
  reason: 'Only the whitelist.',
  sent: 'Only the whitelist.',
  command: 'kick 3 Only the whitelist.',
  until: null,
  outcome: 'done',
  ...change,
});
const because = (entry: FeedEntry) => whyOfFeed(SERVER, 9, entry)?.because;

it('an entry of the feed tells who, when, by which rule and version, what was sent and what came back', () => {
  expect(whyOfFeed(SERVER, 9, keptOut({ outcome: 'no-answer' }))).toEqual({
    serverId: SERVER,
    at: 9,
    player,
    because: {
      by: 'muster',
      did: 'kick',
      seen: { kind: 'player', at: 8 },
      rule: 'whitelist',
      version: 4,
      found: { kind: 'module' },
      sent: 'Only the whitelist.',
      command: 'kick 3 Only the whitelist.',
      outcome: 'no-answer',
      audited: false,
    },
  });
});

it('a ban tells its own reason and end, beside what was sent', () => {
  const ban = { id: BAN, banlist_id: LIST, banlist: 'Watch' };
  const entry = keptOut({ rule: 'temporary-ban', ban, reason: 'Cheats', until: 5, sent: 'Banned' });
  expect(because(entry)).toMatchObject({
    found: { kind: 'ban', id: BAN, listId: LIST, told: ban, reason: 'Cheats', until: 5 },
    sent: 'Banned',
  });
});

it('a filter tells what it looked for then, and a ping limit what it was and what it may be', () => {
  const filter = { id: FILTER, bucket_id: BUCKET, bucket: 'Words', term: 'bad' };
  const made = { id: BAN, banlist_id: LIST };
  const banned = keptOut({ rule: 'chat-filter', did: 'ban', filter, made, answer: 'ok' });
  expect(because(banned)).toMatchObject({
    did: 'ban',
    made,
    answer: 'ok',
    found: { kind: 'filter', id: FILTER, told: filter },
  });
  const ping = { was: 420, max: 200 };
  expect(because(keptOut({ rule: 'ping', did: 'warn', ping }))).toMatchObject({
    did: 'warn',
    found: { kind: 'ping', was: 420, max: 200 },
  });
});

it('what an old entry has not kept is absent', () => {
  const lost = ['seen', 'version', 'sent', 'command', 'answer', 'made'];
  const { seen: _, version: __, sent: ___, command: ____, did: _____, ...old } = keptOut();
  const told = because(old);
  for (const part of lost) expect(told).not.toHaveProperty(part);
  expect(told).toMatchObject({ did: 'kick' });
});

const { command: _, ...none } = keptOut();
const { seen: __, ...old } = none;
it.each([
  ['a ban whose player had left', { ...none, did: 'ban' }, 'left'],
  [
    'a ban where the list could not be read',
    { ...none, did: 'ban', outcome: 'no-answer' },
    'unknown',
  ],
  ['a ban where several fit', { ...none, did: 'ban', outcome: 'failed' }, 'unknown'],
  ['a kick where the list could not be read', { ...none, outcome: 'no-answer' }, 'unknown'],
  ['a kick where several fit', { ...none, outcome: 'failed' }, 'unknown'],
  ['a kick that went', keptOut(), null],
  ['an old entry', { ...old, did: 'ban' }, null],
] as const)('why no command went is told of %s', (_, entry, why) => {
  const told = because(entry);
  expect(told?.by === 'muster' && unsent(told)).toBe(why);
});

it('a kick that the game tells, or an admin asks for, has no rule', () => {
  const kick = { kind: 'kick', player, by: 'battleye', reason: 'Ping' } as const;
  expect(because(kick)).toEqual({ by: 'game', entry: kick });
  const actor = { muster_id: id('2'), display_name: 'Ada' };
  const asked = { kind: 'action', actor, player, text: 'Ram', outcome: 'done' } as const;
  const action = { ...asked, action: SERVER_ACTION.SERVER_KICK };
  expect(because(action)).toEqual({ by: 'person', entry: action });
  expect(because({ ...asked, action: SERVER_ACTION.MESSAGE_PRIVATE })).toBeUndefined();
  expect(because({ kind: 'join', player, found: false })).toBeUndefined();
});

const audit = (change: Partial<AuditRow> = {}): AuditRow => ({
  id: id('3'),
  server_id: SERVER,
  at: 9,
  actor_id: null,
  actor_name: '',
  action: 'modules.kick',
  detail: { outcome: 'done', rule: 'vpn', version: 5, play_session: STAY, muster_id: BOB },
  things: [],
  target_id: BOB,
  target_name: 'Bob',
  text: 'No VPN.',
  ...change,
});

it('an entry of a server’s audit tells the same, as far as it has it', () => {
  expect(whyOfAudit(audit())).toEqual({
    serverId: SERVER,
    at: 9,
    player,
    because: {
      by: 'muster',
      did: 'kick',
      rule: 'vpn',
      version: 5,
      found: { kind: 'module' },
      sent: 'No VPN.',
      outcome: 'done',
      audited: true,
    },
  });
  const filtered = { ...audit().detail, rule: 'name-filter', filter: FILTER };
  expect(whyOfAudit(audit({ action: 'modules.ban', detail: filtered }))?.because).toMatchObject({
    did: 'ban',
    found: { kind: 'filter', id: FILTER },
  });
});

it('of a ban the audit has the reason, and not what was sent; that of a list names the server in its detail', () => {
  const detail = { ...audit().detail, rule: 'ban', ban: BAN, banlist: LIST };
  const told = { by: 'muster', found: { kind: 'ban', id: BAN, listId: LIST, reason: 'Cheats' } };
  const ofServer = whyOfAudit(audit({ action: 'bans.enforce', detail, text: 'Cheats' }));
  expect(ofServer?.because).toMatchObject(told);
  expect(ofServer?.because).not.toHaveProperty('sent');
  const { banlist: _, ...own } = detail;
  const ofList = { server_id: null, banlist_id: LIST, detail: { ...own, server: SERVER } };
  const row = audit({ ...ofList, action: 'bans.enforce', text: 'Cheats' });
  expect(whyOfAudit(row)).toMatchObject({ serverId: SERVER, because: told });
});

it('the audit tells nothing of the kind of other deeds, of what it has lost, and of what it does not know', () => {
  expect(whyOfAudit(audit({ action: 'modules.set' }))).toBeNull();
  expect(whyOfAudit(audit({ action: 'toString' }))).toBeNull();
  expect(whyOfAudit(audit({ detail: {} }))).toBeNull();
  expect(whyOfAudit(audit({ server_id: null }))).toBeNull();
  const { version: _, ...old } = audit().detail;
  const { target_name: __, text: ___, ...erased } = audit({ detail: old });
  const told = whyOfAudit(erased);
  expect(told?.player.name).toBe('');
  expect(told?.because).not.toHaveProperty('sent');
  expect(told?.because).not.toHaveProperty('version');
});
