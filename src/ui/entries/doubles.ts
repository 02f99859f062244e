/** A bucket for tests of the screens that tell of one. */
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
