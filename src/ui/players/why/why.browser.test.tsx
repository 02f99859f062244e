import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import '../../panels/panels.css';
import type { AuditRow } from '../../../domain/audit/row.ts';
import type { PagedRow } from '../../../protocol/resources/registry.ts';
import type { AccountRow, FeedRow } from '../../../domain/rows.ts';
import { SERVER_ACTION } from '../../../protocol/enumerations.ts';
import { draw } from '../../app/doubles.tsx';
import { AuditSentence } from '../../audit/audit-entry.tsx';
import { banRow } from '../../bans/known/doubles.ts';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { FeedPanel } from '../../panels/feed-panel.tsx';
import { startTexts } from '../../text/i18n.ts';

const id = (digit: string) => digit.repeat(24);
const [BOB, STAY, LIST, BUCKET] = [id('b'), id('d'), id('e'), id('f')];
const NOON = Date.UTC(2026, 0, 1, 12);
const player = { id: STAY, muster_id: BOB, name: 'Bob' };
let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_200, 800));
afterEach(() => leave?.());

type Entry = FeedRow['entry'];
const keptOut: Extract<Entry, { kind: 'kept-out' }> = {
  kind: 'kept-out',
  player,
  rule: 'ban',
  seen: { kind: 'player', at: NOON - 1_000 },
  version: 4,
  did: 'kick',
  ban: { id: id('1'), banlist_id: LIST, banlist: 'Watch', by: ['battleye', 'address'] },
  reason: 'Griefing',
  sent: 'Banned: Griefing',
  command: 'kick 3 Banned: Griefing',
  until: null,
  outcome: 'no-answer',
};

function connect(account: Partial<AccountRow> = {}) {
  return new FakeConnection()
    .put('account', [accountRow(account)])
    .put('server', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('intentions', [])
    .put('players', [])
    .put('names', []);
}

function open(entries: readonly Entry[], connection = connect()) {
  const rows = entries.map((entry, at): FeedRow => {
    const seq = at + 1;
    return { id: `${SERVER_ID}:${seq}`, server_id: SERVER_ID, seq, at: NOON, entry };
  });
  const screen = <FeedPanel server={serverRow()} />;
  leave = draw(screen, connection.put('feed', rows), `/dashboard/${SERVER_ID}`);
  return connection;
}

const ask = () => page.getByRole('button', { name: /^Why: .*Bob/ });
/** Opens it; the dialog comes after the page that is looked at. */
async function asks(): Promise<void> {
  await ask().click();
  await expect.element(page.getByRole('dialog'), { timeout: 10_000 }).toBeVisible();
}
/** The chain, a line for each part. */
function chain(): readonly string[] {
  const parts = document.querySelectorAll('.why dl > div');
  return [...parts].map((part) =>
    [...part.children].map(({ textContent }) => textContent).join(': '),
  );
}

it('a ban opens its chain in order, with who made it and what became of it', async () => {
  const readable = connect({ ban_lists: { [LIST]: ['banlist.view', 'banlist.list'] } });
  const ban = banRow({ issuer_id: id('2'), issuer_name: 'Ada', status: 'REVOKED' });
  const may = { edit: false, remove: false, enforce: false };
  readable.answer('banRead', () => ({
    ok: true,
    value: { ban, profile: false, addresses: null, evidence: [], also: [], may },
  }));
  open([keptOut], readable);
  await asks();
  await expect.poll(chain).toContain('Now: revoked');
  const told = chain();
  expect(told.map((line) => line.split(': ')[0])).toEqual([
    'Player',
    'When',
    'What led to it',
    'Rule',
    'Ban',
    'Found by',
    'Reason',
    'Until',
    'Made by',
    'Now',
    'Decision',
    'Sent to the player',
    'Command',
    'Answer of the game',
  ]);
  expect(told).toContain('Rule: permanent ban (version 4 of the decision)');
  expect(told).toContain('Sent to the player: Banned: Griefing');
  expect(told).toContain('Found by: BattlEye GUID and address');
  expect(told).toContain('Command: kick 3 Banned: Griefing');
  expect(told).toContain('Answer of the game: None. A kick is sent again until they are gone.');
  expect(told.find((line) => line.startsWith('Made by'))).toContain('Ada');
  const link = page.getByRole('dialog').getByRole('link', { name: 'Watch' });
  await expect
    .element(link)
    .toHaveAttribute('href', `/ban-manager/${LIST}?tab=bans&ban=${id('1')}`);
});

it('whoever may not read the list is told what the entry has kept, and asks nothing', async () => {
  const connection = open([keptOut]);
  await asks();
  expect(chain()).toContain('Ban: Watch');
  expect(page.getByRole('dialog').getByRole('link', { name: 'Watch' }).elements()).toEqual([]);
  expect(connection.inputs('banRead')).toEqual([]);
});

it('says that a ban was deleted since, and another failure as such', async () => {
  const readable = () => connect({ ban_lists: { [LIST]: ['banlist.view', 'banlist.list'] } });
  open(
    [keptOut],
    readable().answer('banRead', () => refusal('not-found')),
  );
  await asks();
  await expect.poll(chain).toContain('Now: The ban was deleted since.');
  leave?.();
  open([keptOut], readable());
  await asks();
  await expect.poll(chain).toContain('Now: Could not be read. Close this and try again.');
});

it('an old entry says what it has not kept', async () => {
  const { seen: _, version: __, sent: ___, command: ____, did: _____, ...old } = keptOut;
  open([old]);
  await asks();
  const told = chain();
  expect(told).toContain('Decision: kick');
  expect(told).toContain('What led to it: not kept');
  expect(told.some((line) => line.startsWith('Command'))).toBe(false);
  expect(told).toContain('Rule: permanent ban (version not kept)');
  expect(told).toContain('Sent to the player: not kept');
});

it('where no command went out, names the leaving only of a ban that was made all the same', async () => {
  const { command: _, ...none } = keptOut;
  const answer = (told: readonly string[]) => told.filter((line) => line.startsWith('Answer'));
  open([{ ...none, did: 'ban', rule: 'chat-filter', ban: null, outcome: 'done' }]);
  await asks();
  const left = chain();
  expect(left).toContain('Command: None went out: the player had left.');
  expect(left).toContain('Sent to the player: nothing');
  expect(answer(left)).toEqual([]);
  for (const [outcome, said] of [
    ['no-answer', 'None. A kick is sent again until they are gone.'],
    ['failed', 'It could not be done.'],
  ] as const) {
    leave?.();
    open([{ ...none, outcome }]);
    await asks();
    const told = chain();
    expect(told).toContain('Command: None went out.');
    expect(told).toContain('Sent to the player: nothing');
    expect(answer(told)).toEqual([`Answer of the game: ${said}`]);
  }
});

it('a filter leads to its bucket, for whoever may see it; a module to the modules of the server', async () => {
  const filter = { id: id('3'), bucket_id: BUCKET, bucket: 'Words', term: 'ba+d' };
  const said = { ...keptOut, rule: 'chat-filter', did: 'warn', ban: null, filter } as const;
  const sees: Partial<AccountRow> = { buckets: { [BUCKET]: ['bucket.view'] } };
  const entry = { issuer_name: 'Ada', issuer_id: id('2'), until: null, created_at: NOON };
  const answered = (changed_at: number) => () => ({
    ok: true as const,
    value: { entry: { ...entry, changed_at } as PagedRow<'bucketEntries'> },
  });
  open([said], connect(sees).answer('bucketEntryRead', answered(NOON - 1)));
  await asks();
  await expect.poll(chain).toContain('Now: as it was');
  expect(chain()).toContain('Filter: ba+d Words');
  leave?.();
  open([said], connect(sees).answer('bucketEntryRead', answered(NOON + 1)));
  await asks();
  await expect.poll(chain).toContain('Now: changed since');
  leave?.();
  open(
    [said],
    connect(sees).answer('bucketEntryRead', () => refusal('not-found')),
  );
  await asks();
  await expect.poll(chain).toContain('Now: The filter was removed since.');
  const bucket = page.getByRole('link', { name: 'Words' });
  await expect.element(bucket).toHaveAttribute('href', `/buckets/${BUCKET}`);
  leave?.();
  open([said]);
  await asks();
  expect(chain()).toContain('Filter: ba+d Words');
  expect(bucket.elements()).toEqual([]);
  leave?.();
  open([{ ...keptOut, rule: 'vpn', ban: null }]);
  await asks();
  const modules = page.getByRole('link', { name: 'Modules of the server' });
  await expect.element(modules).toHaveAttribute('href', `/server/${SERVER_ID}/modules`);
});

it('a kick that the game tells has no rule, and one that an admin asked for names them', async () => {
  open([{ kind: 'kick', player, by: 'battleye', reason: '' }]);
  await asks();
  const told = chain();
  expect(told).toContain('By: BattlEye');
  expect(told).toContain('Reason: none given');
  leave?.();
  const actor = { muster_id: id('2'), display_name: 'Ada' };
  const action = SERVER_ACTION.SERVER_KICK;
  open([{ kind: 'action', actor, action, player, text: 'Ram', outcome: 'failed' }]);
  await asks();
  const asked = chain();
  expect(asked).toContain('By: Ada');
  expect(asked).toContain('Reason: Ram');
  expect(asked).toContain('Answer of the game: It could not be done.');
});

it('is reached by the arrows, and leads back to its line', async () => {
  open([keptOut, { kind: 'join', player: { ...player, name: 'Ann' }, found: false }]);
  await expect.element(ask()).toBeVisible();
  document.querySelector<HTMLElement>('.lines')?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(ask().element());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: /^Why: .*Bob/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(ask().element());
});

it('an entry of the audit opens the same, and says what stands in the feed alone', async () => {
  const row: AuditRow = {
    id: id('4'),
    server_id: SERVER_ID,
    at: NOON,
    actor_id: null,
    actor_name: '',
    action: 'bans.enforce',
    detail: {
      outcome: 'done',
      rule: 'ban',
      version: 5,
      play_session: STAY,
      muster_id: BOB,
      ban: id('1'),
      banlist: LIST,
    },
    things: [],
    target_id: BOB,
    target_name: 'Bob',
    text: 'Griefing',
  };
  leave = draw(<AuditSentence entry={row} />, connect(), `/server/${SERVER_ID}/overview`);
  await expect
    .element(page.getByText(/^Kicked .*Bob.*, who is banned: ‘Griefing’: done$/))
    .toBeVisible();
  await asks();
  const told = chain();
  expect(told).toContain('Rule: permanent ban (version 5 of the decision)');
  expect(told).toContain('Ban: On a ban list that you may not see.');
  expect(told).toContain('Sent to the player: in the feed of the server');
});

it('fits on a phone', async () => {
  await page.viewport(390, 800);
  const long = 'x'.repeat(128);
  open([{ ...keptOut, reason: long, sent: long }]);
  await asks();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const dialog = page.getByRole('dialog').element();
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
});
