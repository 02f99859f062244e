/** What a ban finds somebody by, and what somebody is found by: a ban applies where they share a key. */
import { battleyeGuid } from '../players/battleye-guid.ts';
import { keysOfAddress, keysOfPattern, parseAddress, parsePattern } from './address.ts';

/** What games know somebody by. */
export interface Identity {
  readonly kind: 'battleye' | 'steam' | 'bohemia';
  readonly value: string;
}

/** Whom or what a ban names; addresses as they were typed. */
export interface Banned {
  readonly people: readonly string[];
  readonly identities: readonly Identity[];
  readonly addresses: readonly string[];
}

/** Somebody who is to be let in or not. */
export interface Person {
  /** Every id that leads to them. */
  readonly ids: readonly string[];
  readonly identities: readonly Identity[];
  readonly addresses: readonly string[];
}

/** A SteamID64 finds by its GUID, too: BattlEye tells no other. */
export function keysOfBanned({ people, identities, addresses }: Banned): readonly string[] {
  const patterns = addresses.map(parsePattern);
  return distinct([
    ...people.map(personKey),
    ...identities.map(identityKey),
    ...identities.flatMap(guidKey),
    ...patterns.flatMap((pattern) => (typeof pattern === 'string' ? [] : keysOfPattern(pattern))),
  ]);
}

export function keysOfPerson({ ids, identities, addresses }: Person): readonly string[] {
  return distinct([
    ...ids.map(personKey),
    ...identities.map(identityKey),
    ...addresses.flatMap((address) => {
      const read = parseAddress(address);
      return read === null ? [] : keysOfAddress(read);
    }),
  ]);
}

export function personKey(id: string): string {
  return `person ${id}`;
}

/** Bohemia tells its ids in both cases, and they differ by it. */
export function identityKey({ kind, value }: Identity): string {
  return `${kind} ${kind === 'bohemia' ? value : value.toLowerCase()}`;
}

/** What a key is made of, as the feed tells it. */
export type KeyKind = 'person' | 'steam' | 'battleye' | 'bohemia' | 'address';

export function kindOfKey(key: string): KeyKind {
  const [kind = ''] = key.split(' ', 1);
  return kind === 'person' || kind === 'steam' || kind === 'battleye' || kind === 'bohemia'
    ? kind
    : 'address';
}

function guidKey({ kind, value }: Identity): readonly string[] {
  if (kind !== 'steam' || !/^\d{17}$/.test(value)) return [];
  return [identityKey({ kind: 'battleye', value: battleyeGuid(value) })];
}

function distinct(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)];
}
