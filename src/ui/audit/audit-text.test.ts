import { beforeAll, expect, it } from 'vitest';
import { JOB_ACTION } from '../../protocol/schedules/fields.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { localeOf } from '../text/locale.ts';
import {
  auditAction,
  auditActionsOf,
  auditChanges,
  auditDetails,
  auditSentence,
} from './audit-text.ts';

const LOCALE = localeOf('en-GB');
const HARBOUR = {
  id: 'f'.repeat(24),
  kind: 'organization',
  identifier: 'Iron Harbour',
} as const;
const WATCH = { id: 'a'.repeat(24), kind: 'team', identifier: 'Night Watch' } as const;

beforeAll(startTexts);
beforeAll(loadTexts);

it('says what was done, and leaves what it does not know as it came', () => {
  expect(auditAction('actions.server-kick')).toBe('Kicked a player');
  expect(auditAction('teams.add')).toBe('teams.add');
});

it('has words of its own for everything that the host can write', () => {
  for (const audience of ['servers', 'accounts', 'groups'] as const) {
    const actions = auditActionsOf(audience);
    const words = actions.map(auditAction);
    expect(new Set(words).size).toBe(actions.length);
    expect(words.filter((text) => /^[a-z-]+\.[a-z-]+$/.test(text))).toEqual([]);
  }
});

it('offers what is told to an owner once a server is gone where it is told', () => {
  expect(auditActionsOf('accounts')).toContain('servers.bans-left');
  expect(auditActionsOf('servers')).not.toContain('servers.bans-left');
  for (const whose of ['servers', 'accounts'] as const) {
    expect(auditActionsOf(whose)).toContain('servers.bans-stay');
  }
});

it('begins small behind who did it, unless it begins with a name', () => {
  const kick = { action: 'actions.server-kick', detail: {}, target_name: 'Ann' };
  expect(auditSentence(kick)).toBe('Kicked Ann');
  expect(auditSentence(kick, 'behind')).toBe('kicked Ann');
  const skip = { action: 'schedules.skip', detail: {} };
  expect(auditSentence({ ...skip, text: 'Nightly' })).toBe('Skipped ‘Nightly’ once');
  expect(auditSentence(skip)).toBe('Skipped a job once');
  const kept = { action: 'personnel.keep', detail: {}, target_name: 'Ann' };
  expect(auditSentence(kept, 'behind')).toMatch(/^Ann keeps/);
});

it('names permissions, settings, games and outcomes, and leaves out what is empty', () => {
  const texts = (detail: Record<string, unknown>) =>
    auditDetails({ detail }, LOCALE).map(({ text }) => text);
  expect(texts({ subject: 'abc', given: ['server.action.kick'], taken: [] })).toEqual([
    'account abc',
    'gave: Kick players',
  ]);
  expect(texts({ fields: ['rcon_port', 'rcon_password'] })).toEqual([
    'changed: RCon port, RCon password',
  ]);
  expect(texts({ game: 3 })).toEqual(['game: ArmA 3']);
  expect(texts({ outcome: 'no-answer', muster_id: null, new: { a: 1 } })).toEqual([
    'outcome: no answer',
    'new: {"a":1}',
  ]);
});

it('says days, times, warnings and what a job does in words', () => {
  const job = {
    days: '[0,2]',
    time: '{"kind":"absolute","minutes":390}',
    action: '22',
    warnings: '[{"minutes":10,"text":"Restart soon"}]',
    enabled: 'true',
  };
  const after = { ...job, days: '[0,1,2,3,4,5,6]', time: '{"kind":"uptime","minutes":360}' };
  const values = { ...after, warnings: '[]', action: '11', enabled: 'false' };
  const changes = auditChanges(
    { before: JSON.stringify(job), after: JSON.stringify(values) },
    LOCALE,
  );
  expect(changes).toEqual([
    'days: ‘Mon, Wed’ → ‘every day’',
    'time: ‘06:30’ → ‘6 hrs after each start’',
    'what: ‘restart the server’ → ‘send a message’',
    'warnings: ‘10 min before: ‘Restart soon’’ → ‘nothing’',
    'on: ‘yes’ → ‘no’',
  ]);
  // What was cut is shown as far as it is there.
  const [cut] = auditChanges({ after: JSON.stringify({ warnings: '[{"minutes":1' }) }, LOCALE);
  expect(cut).toBe('warnings: ‘[{"minutes":1’');
  const texts = auditDetails(
    { detail: { due: Date.UTC(2026, 0, 1), action: 22, step: 'action' } },
    LOCALE,
  );
  expect(texts.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^due: .*2026/),
    'what: restart the server',
    'step: the job itself',
  ]);
});

it('says the status of a ban as its list does', () => {
  const values = (status: string) => JSON.stringify({ status });
  expect(
    auditChanges({ before: values('REWORK_REQUIRED'), after: values('ACTIVE') }, LOCALE),
  ).toEqual(['status: ‘set aside’ → ‘in force’']);
});

it.each(JOB_ACTION)('says in words what a job does that does %i', (action) => {
  const [text] = auditDetails({ detail: { action } }, LOCALE);
  expect(text?.text).toMatch(/^what: [a-z ]+$/);
});

it('tells which thing it names, to be looked for', () => {
  const id = 'c'.repeat(24);
  expect(
    auditDetails({ detail: { subject: id, game: 3 } }, LOCALE).map(({ thing }) => thing),
  ).toEqual([id, null]);
});

it('tells through which role and from which session something was done', () => {
  const [session, role] = ['d'.repeat(24), 'e'.repeat(24)];
  const through = { id: role, name: 'Moderator', group: 'Night Watch' };
  const texts = (entry: Parameters<typeof auditDetails>[0]) =>
    auditDetails(entry, LOCALE).map(({ text, thing }) => [text, thing]);
  expect(texts({ detail: { session, through: role }, through })).toEqual([
    [`session ${session}`, session],
    ['as Moderator of Night Watch', role],
  ]);
  // A role that is gone has no name any more.
  expect(texts({ detail: { through: role } })).toEqual([[`through the role ${role}`, role]]);
  expect(texts({ detail: { through: 'support' } })).toEqual([
    ['as staff of this Muster, for the owner', null],
  ]);
});

it.each([
  [{ action: 'groups.create', group: WATCH, detail: {} }, 'Created Night Watch'],
  [
    { action: 'groups.role-edit', text: 'Moderator', group: WATCH, detail: {} },
    'Changed the role ‘Moderator’ (Night Watch)',
  ],
  [
    {
      action: 'groups.role-edit',
      text: 'Moderator',
      group: WATCH,
      group_id: WATCH.id,
      detail: {},
    },
    'Changed the role ‘Moderator’',
  ],
  [
    { action: 'groups.invite', target_name: 'Bob', text: 'Moderator', group: WATCH, detail: {} },
    'Invited Bob as ‘Moderator’ (Night Watch)',
  ],
  // A team's entry names its organization, and the organization's the team.
  [
    {
      action: 'groups.team-add',
      text: 'Night Watch',
      group: HARBOUR,
      group_id: HARBOUR.id,
      detail: { team: WATCH.id, organization: HARBOUR.id },
    },
    'Brought the team ‘Night Watch’ into the organization',
  ],
  [
    {
      action: 'groups.team-add',
      text: 'Iron Harbour',
      group: WATCH,
      group_id: WATCH.id,
      detail: { team: WATCH.id, organization: HARBOUR.id },
    },
    'Brought the team into the organization ‘Iron Harbour’',
  ],
  [
    {
      action: 'groups.team-remove',
      text: 'Iron Harbour',
      group: WATCH,
      detail: { team: WATCH.id, organization: HARBOUR.id },
    },
    'Took the team out of the organization ‘Iron Harbour’ (Night Watch)',
  ],
  [
    { action: 'servers.bans-left', text: 'Chernarus 1', detail: { count: 12 } },
    'Deleted the server ‘Chernarus 1’, whose game keeps bans that Muster wrote',
  ],
  [
    { action: 'servers.bans-cleared', text: 'Chernarus 1', detail: { count: 12 } },
    'Took out the bans that Muster had left in the game of ‘Chernarus 1’',
  ],
  [
    { action: 'servers.bans-stay', text: 'Chernarus 1', detail: { count: 12 } },
    'Gave up on the bans that Muster left in the game of ‘Chernarus 1’: they could not be taken out for 7 days',
  ],
  [
    { action: 'servers.bans-behind', detail: { count: 12 } },
    'Changed the address, while the game at the old one keeps bans that Muster wrote',
  ],
  // Nobody knew whether there were any.
  [
    { action: 'servers.bans-left', text: 'Chernarus 1', detail: {} },
    'Deleted the server ‘Chernarus 1’, whose game may keep bans that Muster wrote',
  ],
  [
    { action: 'servers.bans-behind', detail: {} },
    'Changed the address, while the game at the old one may keep bans that Muster wrote',
  ],
  [
    { action: 'servers.bans-cleared', text: 'Chernarus 1', detail: {} },
    'Saw that no bans of Muster are left in the game of ‘Chernarus 1’',
  ],
  [
    { action: 'servers.bans-stay', text: 'Chernarus 1', detail: {} },
    'Gave up on bans that Muster may have left in the game of ‘Chernarus 1’, after 7 days',
  ],
  // Whom it was about is erased.
  [{ action: 'groups.invite', text: '', detail: {} }, 'Invited somebody to join'],
  [{ action: 'actions.raw', text: '#lock', detail: { outcome: 'done' } }, 'Sent ‘#lock’: done'],
  [
    {
      action: 'actions.raw',
      text: '#lock',
      detail: { outcome: 'failed', refused: 'permission-denied' },
    },
    'Sent ‘#lock’: refused, not permitted',
  ],
  [{ action: 'actions.server-kick', target_name: 'Bob', detail: {} }, 'Kicked Bob'],
  [{ action: 'actions.server-kick', target_name: '', text: '', detail: {} }, 'Kicked a player'],
  [{ action: 'actions.raw', detail: { outcome: 'failed' } }, 'Sent a command: failed'],
  [{ action: 'teams.add', detail: {} }, 'teams.add'],
])('%j is said in a sentence', (entry, sentence) => {
  expect(auditSentence(entry)).toBe(sentence);
});

it('says of a webhook which one, and what of it is another, in words', () => {
  const webhook = 'b'.repeat(24);
  const edit = { action: 'banlists.webhook-edit', detail: { webhook, secret: true } };
  expect(auditSentence({ ...edit, text: 'https://example.org/…' })).toBe(
    'Changed the webhook https://example.org/…',
  );
  const kept = (flavor: string, events: readonly string[], username: string) =>
    JSON.stringify({ flavor, events: JSON.stringify(events), username });
  expect(
    auditChanges(
      {
        before: kept('MUSTER', ['ban.added'], ''),
        after: kept('DISCORD', ['ban.added', 'ban.ended'], 'Watch'),
      },
      LOCALE,
    ),
  ).toEqual([
    'format: ‘Muster’ → ‘Discord’',
    'told of: ‘banned’ → ‘banned, over’',
    'sender: ‘Watch’',
  ]);
  const texts = auditDetails({ detail: { webhook, cause: 'gone', secret: true } }, LOCALE);
  expect(texts.map(({ text }) => text)).toEqual([
    `webhook ${webhook}`,
    'why: the address says that there is no such webhook any more',
    'another secret: yes',
  ]);
});
