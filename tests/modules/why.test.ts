/** What is kept of a decision is that of the rule that decided, whatever becomes of the rule. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DECISION_VERSION } from '../../src/domain/doors/decide.ts';
import { whyOfAudit, whyOfFeed, type Why } from '../../src/domain/doors/why.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { newId } from '../../src/host/store/ids.ts';
import { didTo, known, startKeptDoors, type KeptDoors } from '../support/kept-doors.ts';

const WAIT = { timeout: 10_000, interval: 20 };
const BOB = '76561190000000002';

let doors: KeptDoors;
beforeAll(async () => {
  doors = await startKeptDoors();
});
afterEach(() => doors.stopSims());
afterAll(() => doors.stop());

const get = async (path: string) => (await doors.owner.browser.get(`/app/v1/${path}`)).json();

/** The chains of what Muster did on a server, as the feed tells it now. */
async function inFeed(id: string): Promise<readonly Why['because'][]> {
  const { entries } = CALLS.feedPage.answer.parse(await get(`server/${id}/feed?limit=100`));
  return entries.flatMap(({ at, entry }) => {
    const because = whyOfFeed(id, at, entry)?.because;
    return because?.by === 'muster' ? [because] : [];
  });
}

async function inAudit(id: string): Promise<readonly Why['because'][]> {
  const { rows } = CALLS.auditPage.answer.parse(await get(`server/${id}/audit`));
  return rows.flatMap((row) => whyOfAudit(row)?.because ?? []);
}

it('a filter that is changed, then removed, leaves the chain of whom it kicked as it was', async () => {
  const one = await doors.watch();
  const { sim, id, on } = one;
  const entry_id = newId(Date.now());
  const does = { term_kind: 'text', action: 'kick' };
  const what = { kind: 'filter', term: 'griefer', message: 'Mind your name.', ...does };
  const bucket = await doors.bucket(id, 'NAME_FILTER', [{ entry_id, what }]);
  sim.join({ name: 'Gr1efer', steamId: BOB });
  await expect.poll(on, WAIT).toEqual([]);
  await expect.poll(didTo(one), WAIT).toEqual(['name-filter kick Gr1efer']);
  const kept = {
    did: 'kick',
    seen: { at: expect.any(Number) },
    rule: 'name-filter',
    version: DECISION_VERSION,
    found: {
      kind: 'filter',
      id: entry_id,
      told: { id: entry_id, bucket_id: bucket, bucket: 'NAME_FILTER', term: 'griefer' },
    },
    sent: 'Mind your name.',
    command: 'kick 0 Mind your name.',
    outcome: 'done',
  };
  const { told: _, ...found } = kept.found;
  const { seen: __, command: ___, ...audited } = kept;
  expect(await inFeed(id)).toMatchObject([kept]);
  expect(await inAudit(id)).toMatchObject([{ ...audited, found }]);

  const path = `bucket/${bucket}/entries`;
  const other = { ...does, term: 'somebody else', message: 'Other words.', action: 'ban' };
  await doors.post(`${path}/${entry_id}/filter`, { ...other, comment: '' });
  await doors.post(`bucket/${bucket}`, { identifier: 'Renamed' });
  expect(await inFeed(id)).toMatchObject([kept]);
  await doors.post(`${path}/remove`, { ids: [entry_id] });
  expect(await inFeed(id)).toMatchObject([kept]);
  expect(await inAudit(id)).toMatchObject([{ ...audited, found }]);
});

it('a ban that is changed, then revoked, leaves the chain of whom it kept out as it was', async () => {
  const one = await doors.watch();
  const { sim, id, on } = one;
  const banlist_id = await doors.primaryList(id);
  const ban_id = newId(Date.now());
  const who = { kind: 'identity', steam_id: BOB };
  const ban = { ban_id, who, reason: 'Griefing', minutes: null };
  await doors.post(`banlist/${banlist_id}/bans/create`, ban);
  sim.join({ name: 'Bob', steamId: BOB });
  await expect.poll(on, WAIT).toEqual([]);
  await expect.poll(didTo(one), WAIT).toEqual(['ban kick Bob']);
  const kept = {
    did: 'kick',
    rule: 'ban',
    version: DECISION_VERSION,
    found: {
      kind: 'ban',
      id: ban_id,
      listId: banlist_id,
      told: { by: ['battleye'] },
      reason: 'Griefing',
      until: null,
    },
    sent: 'Banned: Griefing',
    command: 'kick 0 Banned: Griefing',
    outcome: 'done',
  };
  expect(await inFeed(id)).toMatchObject([kept]);
  const path = `banlist/${banlist_id}/bans/${ban_id}`;
  await doors.post(path, { reason: 'Something else', minutes: 60 });
  await doors.post(`${path}/status`, { status: 'REVOKED' });
  expect(await inFeed(id)).toMatchObject([kept]);
  const { reason } = kept.found;
  expect(await inAudit(id)).toMatchObject([{ found: { id: ban_id, reason } }]);
});

it('what led to it is what the host heard first: a line of the chat, a rule that changed, or who came', async () => {
  const one = await doors.watch();
  const { sim, id, on } = one;
  const banlist_id = await doors.primaryList(id);
  const message = 'Mind your words.';
  const filter = (term: string, of: object) => ({
    what: { kind: 'filter', term, term_kind: 'text', message, ...of },
  });
  await doors.bucket(id, 'CHAT_FILTER', [filter('darn', { action: 'ban', ban_minutes: 60 })]);
  const bob = sim.join({ name: 'Bob', steamId: BOB });
  sim.join({ name: 'Ada', steamId: '76561190000000001' });
  await expect.poll(known(one), WAIT).toHaveLength(2);
  sim.chat(bob.id, 'Global', 'darn it');
  await expect.poll(on, WAIT).toEqual(['Ada']);
  await expect.poll(didTo(one), WAIT).toEqual(['chat-filter ban Bob']);
  const [banned] = await inFeed(id);
  expect(banned).toMatchObject({ did: 'ban', seen: { kind: 'chat' }, made: { banlist_id } });
  const made = banned?.by === 'muster' ? banned.made?.id : '';
  expect(await get(`banlist/${banlist_id}/bans/${made}`)).toMatchObject({
    ban: { reason: message, origin: 'AUTOMATED' },
  });
  await doors.bucket(id, 'NAME_FILTER', [filter('ada', { action: 'kick' })]);
  await expect.poll(on, WAIT).toEqual([]);
  await expect.poll(didTo(one), WAIT).toContain('name-filter kick Ada');
  expect((await inFeed(id)).at(-1)).toMatchObject({
    rule: 'name-filter',
    seen: { kind: 'rules', changed: 'bucket' },
  });
  sim.join({ name: 'Bob', steamId: BOB });
  await expect.poll(didTo(one), WAIT).toContain('temporary-ban kick Bob');
  expect((await inFeed(id)).at(-1)).toMatchObject({
    rule: 'temporary-ban',
    seen: { kind: 'player' },
  });
});

it('an identifier in what went to the game is told to nobody by the feed', async () => {
  const one = await doors.watch({ game: 'RUST' });
  const { sim, id, on } = one;
  await doors.bucket(id, 'NAME_FILTER', [
    {
      what: { kind: 'filter', term: 'bob', term_kind: 'text', message: 'Out.', action: 'kick' },
    },
  ]);
  sim.join({ name: 'Bob', steamId: BOB });
  await expect.poll(on, WAIT).toEqual([]);
  await expect.poll(didTo(one), WAIT).toEqual(['name-filter kick Bob']);
  const [kicked] = await inFeed(id);
  expect(kicked).toMatchObject({ command: expect.stringMatching(/^kick \S+ "Out\."$/) });
  expect(JSON.stringify(kicked)).not.toContain(BOB);
});
