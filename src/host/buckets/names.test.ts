/** Entries are found by names as people type them, and those of before are, too. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ada, db, eachBansAnew } from '../../../tests/support/banning.ts';
import { add, newBucket, page, steam, STEAM_2 } from '../../../tests/support/bucketing.ts';
import { isAsked } from '../../domain/resources/asked.ts';
import { gramsOf } from '../../domain/resources/keys.ts';
import { fillEntryNames } from './store.ts';

eachBansAnew();

const STEAM = '7656119000000000';
/** The last with two Cyrillic letters. */
const [SNIPER, ZOE, GRIEFER] = ['xX_$n1p3rGh0$t_Xx', 'Zoé', 'GRI\u0415F\u0415R'] as const;

async function filled(): Promise<string> {
  const bucket = await newBucket();
  const entries = [SNIPER, ZOE, GRIEFER].map((name, at) =>
    steam(STEAM_2, {
      what: { kind: 'identity', steam_id: `${STEAM}${at + 1}`, name },
      comment: 'With an AK47',
    }),
  );
  expect(await add(bucket, entries)).toBe('done');
  return bucket;
}
async function named(bucket: string, search: string): Promise<readonly string[]> {
  const rows = await page(bucket, ada, String(new URLSearchParams({ search })));
  return rows.map(({ name }) => name).toSorted();
}

it.each([
  ['sniperghost', [SNIPER]],
  ['$n1p3r', [SNIPER]],
  ['z0e', [ZOE]],
  ['griefer', [GRIEFER]],
  // What is no name is found as it is written.
  ['ak47', [GRIEFER, SNIPER, ZOE]],
  ['w1th', []],
  [`${STEAM}2`, [ZOE]],
  ['zebra', []],
])('%s, at the host and among the rows that a page has', async (text, found) => {
  const bucket = await filled();
  expect(await named(bucket, text)).toEqual(found.toSorted());
  const rows = await page(bucket);
  const asked = { order: 'created_at', direction: 'desc', text, where: {} } as const;
  const held = rows.filter((row) => isAsked({ resource: 'bucketEntries', ...asked }, row));
  expect(held.map(({ name }) => name).toSorted()).toEqual(found.toSorted());
});

it('entries from before are filled in, and found', async () => {
  const bucket = await filled();
  await sql`
    update paged_bucket_entries set folded = lower(data->>'name'), grams = ${gramsOf('xx')}::text[]
    where owner_id = ${bucket}
  `.execute(db());
  await sql`delete from bucket_names_fill`.execute(db());
  await sql`insert into bucket_names_fill (after) values ('')`.execute(db());
  expect(await named(bucket, 'griefer')).toEqual([]);
  expect(await fillEntryNames(db())).toBe(false);
  expect(await named(bucket, 'griefer')).toEqual([GRIEFER]);
});
