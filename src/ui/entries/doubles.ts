/** A bucket for tests of the screens that tell of one. */
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { BUCKET_PERMISSION } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { accountRow, SERVER_ID } from '../data/doubles.ts';

/** As streams of the double are named: by the server's id. */
export const BUCKET = SERVER_ID;

/** A bucket of the account's own. */
export function bucketRow(change: Partial<RowOf<'buckets'>> = {}): RowOf<'buckets'> {
  return {
    id: BUCKET,
    server_id: null,
    identifier: 'Regulars',
    type: 'WHITELIST',
    owner_kind: 'account',
    team_id: null,
    organization_id: null,
    group: null,
    owner_id: accountRow().muster_id,
    owner_name: 'Ada',
    permissions: [...BUCKET_PERMISSION],
    entries: 2,
    ending: 1,
    servers: 0,
    created_at: 0,
    ...change,
  };
}

/** A person in it. */
export function entryRow(change: Partial<BucketEntryRow> = {}): BucketEntryRow {
  return {
    id: '1'.repeat(24),
    server_id: null,
    bucket_id: BUCKET,
    person_id: null,
    name: 'Bert',
    steam_id: '76561198000000001',
    guid: null,
    bohemia_id: null,
    term: null,
    term_kind: null,
    action: null,
    message: null,
    minutes: null,
    comment: 'plays fair',
    created_at: 0,
    until: null,
    issuer_id: accountRow().muster_id,
    issuer_name: 'Ada',
    changed_at: 0,
    ...change,
  };
}

/** A filter in a bucket of filters. */
export function filterRow(change: Partial<BucketEntryRow> = {}): BucketEntryRow {
  const does = { term: 'griefer', term_kind: 'text', action: 'kick', message: 'No.' } as const;
  return entryRow({ name: '', steam_id: null, comment: '', ...does, ...change });
}
