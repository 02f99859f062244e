/** Bans are found by names as people type them, and those of before are, too. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { banned, db, eachBansAnew, groups, list, page } from '../../../tests/support/banning.ts';
import { isAsked } from '../../domain/resources/asked.ts';
import { gramsOf } from '../../domain/resources/keys.ts';
import { readFew } from '../store/paged/few.ts';
import { readPaged } from '../store/paged/page.ts';
import { fillBanNames } from './store.ts';

eachBansAnew();

const STEAM = '7656119000000000';
/** The last with two Cyrillic letters. */
const [SNIPER, ZOE, GRIEFER] = ['xX_$n1p3rGh0$t_Xx', 'Zoé', 'GRI\u0415F\u0415R'] as const;
const NAMES = [SNIPER, ZOE, GRIEFER];

async function banAll(): Promise<void> {
  for (const [at, name] of NAMES.entries()) {
    const who = { kind: 'identity', steam_id: `${STEAM}${at + 1}`, name };
    await banned({ who, reason: 'With an AK47' });
  }
}
const named = async (text: string) =>
  (await page(undefined, String(new URLSearchParams({ search: text })))).rows.map(
    ({ name }) => name,
  );

it.each([
  ['sniperghost', [SNIPER]],
  ['SN1PER', [SNIPER]],
  ['$n1p3r', [SNIPER]],
  ['Zoë', [ZOE]],
  ['z0e', [ZOE]],
  ['griefer', [GRIEFER]],
  ['Gr!3f3r', [GRIEFER]],
  ['\u0433riefer', []],
  // What is no name is found as it is written, and a figure of an id stands for no letter.
  ['ak47', [GRIEFER, SNIPER, ZOE]],
  ['4k', []],
  // The key is that of the reason, which is no name.
  ['w1th', []],
  ['with', [GRIEFER, SNIPER, ZOE]],
  [`${STEAM}2`, [ZOE]],
  ['zebra', []],
])('%s', async (text, found) => {
  await banAll();
  expect((await named(text)).toSorted()).toEqual(found.toSorted());
});

it('of many bans those that have such a name are found by the index, which finds the same', async () => {
  await banAll();
  const asked = {
    resource: 'bans',
    owner_id: list,
    order: 'created_at',
    direction: 'desc',
    text: 'Sn1perGhost',
    where: {},
  } as const;
  await groups.read(async (trx) => {
    const few = await readFew(trx, asked, { kind: 'first' }, 10);
    expect(few?.rows).toMatchObject([{ name: SNIPER }]);
    expect(few).toEqual(await readPaged(trx, asked, { kind: 'first' }, 10));
  });
});

it('a page of many finds no other by a key', async () => {
  await banAll();
  await groups.read(async (trx) => {
    for (const text of ['w1th', 'Sn1perGhost', 'Gr!3f3r']) {
      const asked = {
        resource: 'bans',
        owner_id: list,
        order: 'created_at',
        direction: 'desc',
        text,
        where: {},
      } as const;
      const [few, scanned] = await Promise.all([
        readFew(trx, asked, { kind: 'first' }, 10),
        readPaged(trx, asked, { kind: 'first' }, 10),
      ]);
      expect(few).toEqual(scanned);
      expect(scanned.rows.length).toBe(text === 'w1th' ? 0 : 1);
      expect(scanned.rows.every((row) => isAsked(asked, row))).toBe(true);
    }
  });
});

/** As bans are that a host of an older version has written. */
const becomeOlder = () =>
  sql`
    update paged_bans set folded = lower(data->>'name'), grams = ${gramsOf('xx')}::text[]
    where owner_id = ${list}
  `.execute(db());
async function passes() {
  const { rows } = await sql<{ after: string; pass: number; waits: boolean }>`
    select after, pass, due > 0 as waits from ban_names_fill
  `.execute(db());
  return rows;
}
async function beginAnew(): Promise<void> {
  await sql`delete from ban_names_fill`.execute(db());
  await sql`insert into ban_names_fill (after) values ('')`.execute(db());
}

it('bans from before are filled in, and found, and those of older hosts an hour later', async () => {
  await beginAnew();
  await banAll();
  await becomeOlder();
  expect(await named('griefer')).toEqual([]);
  expect(await fillBanNames(db())).toBe(false);
  expect(await named('griefer')).toEqual([GRIEFER]);
  expect(await named('z0e')).toEqual([ZOE]);
  expect(await passes()).toEqual([{ after: '', pass: 2, waits: true }]);
  await becomeOlder();
  await fillBanNames(db());
  expect(await named('griefer')).toEqual([]);
  await sql`update ban_names_fill set due = due - 3600000`.execute(db());
  await fillBanNames(db());
  expect(await named('griefer')).toEqual([GRIEFER]);
  expect(await passes()).toEqual([]);
  expect(await fillBanNames(db())).toBe(false);
});

it('so many are filled in in one go, and the next goes on behind them', async () => {
  await beginAnew();
  await sql`delete from paged_bans`.execute(db());
  await banAll();
  await becomeOlder();
  const ids = await sql<{ id: string }>`select id from paged_bans order by id`.execute(db());
  const filled = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from paged_bans where strpos(folded, ${'\n'}) > 0 order by id
    `.execute(db());
    return rows;
  };
  const part = { rows: 1, batches: 2 };
  expect(await fillBanNames(db(), part)).toBe(true);
  expect(await filled()).toEqual(ids.rows.slice(0, 2));
  expect(await passes()).toMatchObject([{ after: ids.rows[1]?.id, pass: 1 }]);
  expect(await fillBanNames(db(), part)).toBe(false);
  expect(await filled()).toEqual(ids.rows);
});
