/** Each way in which a ban can name somebody: as a call asks for it, and as the decision reads it. */
import type { Banned } from '../../src/domain/bans/keys.ts';
import { identitiesOf, type Identity } from '../../src/host/players/identities.ts';

export const BANNED_BY = ['steam', 'guid', 'person', 'hybrid', 'address'] as const;
export type BannedBy = (typeof BANNED_BY)[number];

/** What games know somebody by who plays with a Steam account. */
export const knownBy = (steamId: string): readonly Identity[] =>
  identitiesOf({ steamId, guid: null, bohemiaId: null });

/** `from`: the addresses that they were seen with; `address`: what a ban by address says. */
export function namedBy(
  by: BannedBy,
  {
    steam_id,
    muster_id,
    from,
    address,
  }: {
    readonly steam_id: string;
    readonly muster_id: string;
    readonly from: readonly string[];
    readonly address: string;
  },
): { readonly who: object; readonly banned: Banned } {
  const of: Banned = { people: [], identities: [], addresses: [] };
  const identities = (kind: Identity['kind']) =>
    knownBy(steam_id).filter((identity) => identity.kind === kind);
  switch (by) {
    case 'steam':
      return {
        who: { kind: 'identity', steam_id },
        banned: { ...of, identities: identities('steam') },
      };
    case 'guid': {
      const known = identities('battleye');
      return {
        who: { kind: 'identity', guid: known[0]?.value },
        banned: { ...of, identities: known },
      };
    }
    case 'person':
      return {
        who: { kind: 'person', muster_id, addresses: false },
        banned: { ...of, people: [muster_id] },
      };
    case 'hybrid':
      return {
        who: { kind: 'person', muster_id, addresses: true },
        banned: { ...of, people: [muster_id], addresses: from },
      };
    case 'address':
      return { who: { kind: 'address', address }, banned: { ...of, addresses: [address] } };
  }
}
