import type {
  BanListPermission,
  BucketPermission,
  ServerPermission,
} from '../../protocol/permissions.ts';
import type { Change } from '../change.ts';
import { isSeeing, SEEING, type GroupPermission } from '../permissions.ts';
import type { AccountRow, LinkRow } from '../rows.ts';
import type { Rows } from '../state.ts';

/** Whoever looks at a recording is signed in for so long. */
export const SIGNED_IN_MS = 30 * 86_400_000;
export const NOBODY = '0'.repeat(24);

/**
 * Who looks at a recording: whose it is, but what can only be looked at offers no button to do anything. Pages are in
 * no recording, and their screens say so.
 */
export function onlookerOf(rows: Rows, now: number): AccountRow {
  const account = rows.account.get('me') ?? STRANGER;
  const servers = [...rows.servers.keys()].map((id): [string, ServerPermission[]] => {
    const allowed = account.servers[id];
    return [id, SEEING.filter((permission) => allowed?.includes(permission) ?? true)];
  });
  return {
    ...account,
    capabilities: [],
    servers: Object.fromEntries(servers),
    ...(account.groups && { groups: seenOf(account.groups) }),
    ...(account.ban_lists && { ban_lists: seenOf(account.ban_lists) }),
    ...(account.buckets && { buckets: seenOf(account.buckets) }),
    expires_at: now + SIGNED_IN_MS,
  };
}

function seenOf<P extends GroupPermission | BanListPermission | BucketPermission>(
  held: Readonly<Record<string, P[]>>,
) {
  return Object.fromEntries(Object.entries(held).map(([id, all]) => [id, all.filter(isSeeing)]));
}

/** For a recording that does not tell whose it is. */
const STRANGER: AccountRow = {
  id: 'me',
  position: 0,
  muster_id: NOBODY,
  ui: { menu_layout: 'default' },
  persona: { username: 'recording', profile: { display_name: 'Recording', avatar: null } },
  email: { address: '', verified: true },
  preferences: {
    language: 'en',
    app: { datetime_locale: 'en' },
    audio_alert_watcher: false,
  },
  subscription: { plan: 'free', status: 'ACTIVE', until: null, restricted: false },
  limits: { servers: null },
  usage: { servers: 0 },
  capabilities: [],
  memberships: [],
  resources: {},
  invites: [],
  servers: {},
  expires_at: 0,
};

/**
 * The rows of a recording as screens show them: the rows themselves, but for who looks at them and how the
 * connection was. A recording of a host tells of no connection, and one that was signed out shows all the same.
 */
export class ShownRows {
  readonly rows: Rows;
  readonly #recorded: Rows;
  readonly #account = new Map<string, AccountRow>();
  readonly #link = new Map<string, LinkRow>();

  constructor(recorded: Rows) {
    this.#recorded = recorded;
    this.rows = { ...recorded, account: this.#account, link: this.#link };
    this.#account.set('me', onlookerOf(recorded, 0));
    this.#link.set('link', linkOf(recorded));
  }

  /** What changes, which are in the recorded rows already, change in those that are shown. */
  changed(changes: readonly Change[]): readonly Change[] {
    const shown = changes.filter(({ table }) => table !== 'account' && table !== 'link');
    const whose = changes.some(
      ({ table, before, after }) =>
        table === 'account' ||
        (table === 'servers' && (before === undefined) !== (after === undefined)),
    );
    if (whose) {
      const [before, after] = [this.#account.get('me'), onlookerOf(this.#recorded, 0)];
      this.#account.set('me', after);
      shown.push({ table: 'account', id: 'me', before, after });
    }
    if (changes.some(({ table }) => table === 'link')) {
      const [before, after] = [this.#link.get('link'), linkOf(this.#recorded)];
      this.#link.set('link', after);
      shown.push({ table: 'link', id: 'link', before, after });
    }
    return shown;
  }
}

function linkOf({ link }: Rows): LinkRow {
  const row = link.get('link');
  const kind = row?.connection.kind;
  if (row !== undefined && (kind === 'live' || kind === 'lost' || kind === 'resuming')) return row;
  const connection = { kind: 'live', since: 0, latency: null } as const;
  return { id: 'link', connection, fresh_at: row?.fresh_at ?? null };
}
