/** Bans that tests put into the store by themselves, since the calls take fewer at once. */
import type { NewBan } from '../../src/host/bans/store.ts';
import { identitiesOf, NOBODY } from '../../src/host/bans/who.ts';
import { newId } from '../../src/host/store/ids.ts';

/** A ban for good, as an import makes it: of an account at Steam, now. */
export function importedBan(banlist_id: string, steam_id: string, reason: string): NewBan {
  const now = Date.now();
  const names = { ...NOBODY, steam_id };
  return {
    row: {
      id: newId(now),
      server_id: null,
      banlist_id,
      kind: 'person',
      ...names,
      address: null,
      reason,
      description: '',
      status: 'ACTIVE',
      origin: 'IMPORTED',
      created_at: now,
      until: null,
      issuer_id: null,
      issuer_name: '',
      changed_at: now,
    },
    banned: { people: [], identities: identitiesOf(names), addresses: [] },
  };
}
