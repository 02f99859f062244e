/** A ban list and its bans for tests of their screens. */
import type { BanRow } from '../../../domain/bans/row.ts';
import { BAN_LIST_PERMISSION } from '../../../protocol/permissions.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import type { CallAnswer } from '../../../worker/contract.ts';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';

/** As streams of the double are named: by the server's id. */
export const LIST_ID = SERVER_ID;
export const ME = accountRow().muster_id;
const AT = Date.UTC(2026, 0, 1);

export const id = (digit: string) => digit.repeat(24);

/** A list of the account's own. */
export function banListRow(change: Partial<RowOf<'banLists'>> = {}): RowOf<'banLists'> {
  return {
    id: LIST_ID,
    server_id: null,
    identifier: 'Griefers',
    owner_kind: 'account',
    team_id: null,
    organization_id: null,
    group: null,
    owner_id: ME,
    owner_name: 'Ada',
    permissions: [...BAN_LIST_PERMISSION],
    bans: 2,
    entries: 3,
    servers: 1,
    keep_inactive: false,
    public: false,
    evidence_public: false,
    allow_followers: false,
    verification: 'none',
    share_code: null,
    followers: 0,
    reports: 0,
    follows: [],
    created_at: AT,
    deleting: null,
    ...change,
  };
}

/** A public list of Eve's, as others read it. */
export function publicListAnswer(
  change: Partial<CallAnswer<'banListPublic'>> = {},
): CallAnswer<'banListPublic'> {
  return {
    identifier: 'Theirs',
    owner_name: 'Eve',
    created_at: AT,
    followers: 3,
    verified: false,
    profile: null,
    count: 12,
    bans: [],
    next: null,
    ...change,
  };
}

/** A ban of Bert for good. */
export function banRow(change: Partial<BanRow> = {}): BanRow {
  return {
    id: id('1'),
    server_id: null,
    banlist_id: LIST_ID,
    kind: 'person',
    person_id: null,
    name: 'Bert',
    steam_id: '76561198000000001',
    guid: null,
    bohemia_id: null,
    address: null,
    reason: 'Wall glitching',
    description: '',
    status: 'ACTIVE',
    origin: null,
    created_at: AT,
    until: null,
    issuer_id: ME,
    issuer_name: 'Ada',
    changed_at: AT,
    ...change,
  };
}

/** An account that may do with the list what its row says. */
export function banConnection(
  list = banListRow(),
  bans: readonly BanRow[] = [banRow()],
): FakeConnection {
  return new FakeConnection()
    .put('account', [accountRow({ ban_lists: { [list.id]: [...list.permissions] } })])
    .put('link', [
      { id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0, refused: [] },
    ])
    .put('servers', [serverRow()])
    .put('server', [serverRow()])
    .put('pages', bans as never)
    .put('paging', [{ id: 'paging', total: bans.length, about: false, state: 'ready' }])
    .tell('banLists', [list])
    .tell('teams', [])
    .tell('organizations', [])
    .tell('banListServers', [])
    .tell('banListFollows', [])
    .tell('banListRemotes', [])
    .tell('banListShares', [])
    .tell('banListWebhooks', []);
}
