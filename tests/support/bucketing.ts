/** Buckets and their entries, as people make them by the calls. */
import { expect } from 'vitest';
import { CALLS } from '../../src/protocol/calls.ts';
import { ada, db, does, fresh } from './banning.ts';
import type { Person } from './groups.ts';

export const STEAM_2 = '76561190000000002';

interface Made {
  readonly type?: string;
  readonly owner?: object;
  readonly by?: Person;
}

export async function newBucket({
  type = 'WHITELIST',
  owner,
  by = ada,
}: Made = {}): Promise<string> {
  const bucket_id = fresh();
  const own = owner ?? { kind: 'account', id: by.id };
  const body = { bucket_id, type, identifier: 'Regulars', owner: own };
  expect(await does(by, 'buckets/create', body)).toBe('done');
  return bucket_id;
}

export const steam = (steam_id: string, more: object = {}) => ({
  entry_id: fresh(),
  what: { kind: 'identity', steam_id, name: 'Bob' },
  ...more,
});
export const add = (id: string, entries: readonly object[], by = ada) =>
  does(by, `bucket/${id}/entries/add`, { entries });
export const edit = (id: string, body: Record<string, unknown>, by = ada) =>
  does(by, `bucket/${id}/entries/edit`, body);
export const remove = (id: string, ids: readonly string[], by = ada) =>
  does(by, `bucket/${id}/entries/remove`, { ids });
export const restore = (id: string, ids: readonly string[], by = ada) =>
  does(by, `bucket/${id}/entries/restore`, { ids });

export async function page(id: string, by = ada, query = '') {
  const answer = await by.browser.get(`/app/v1/bucket/${id}/bucket-entries?${query}`);
  return CALLS.bucketEntriesPage.answer.parse(answer.json()).rows;
}
export async function idsIn(id: string): Promise<readonly string[]> {
  return (await page(id)).map((row) => row.id);
}
export const keysIn = async (id: string) =>
  (await db().selectFrom('bucket_keys').select('key').where('bucket_id', '=', id).execute())
    .map(({ key }) => key)
    .toSorted();
