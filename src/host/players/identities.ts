/** What games know a player by, and what follows from it. Pure. */
import { battleyeGuid } from '../../domain/players/battleye-guid.ts';
import type { SeenPlayer } from '../connectors/contract.ts';

/** What a game knows a player by. */
export interface Identity {
  readonly kind: 'battleye' | 'steam' | 'bohemia';
  readonly value: string;
}

/** How an identity is named in maps. */
export function identityKey({ kind, value }: Identity): string {
  return `${kind} ${value}`;
}

/**
 * Every identity of somebody who was seen: with a SteamID64 the GUID is known too. A SteamID that does not
 * belong to the GUID is somebody else's; the GUID is what BattlEye itself told.
 */
export function identitiesOf(
  player: Pick<SeenPlayer, 'guid' | 'steamId' | 'bohemiaId'>,
): readonly Identity[] {
  const { steamId, bohemiaId } = player;
  const told = player.guid?.toLowerCase() ?? null;
  const computed = steamId !== null && isSteamId(steamId) ? battleyeGuid(steamId) : null;
  const guid = told ?? computed;
  const identities: Identity[] = [];
  if (guid !== null) identities.push({ kind: 'battleye', value: guid });
  if (steamId !== null && computed !== null && computed === guid) {
    identities.push({ kind: 'steam', value: steamId });
  }
  if (bohemiaId !== null) identities.push({ kind: 'bohemia', value: bohemiaId });
  return identities;
}

function isSteamId(text: string): boolean {
  return /^[1-9]\d{0,19}$/.test(text) && BigInt(text) < 2n ** 64n;
}
