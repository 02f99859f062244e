/** What servers say of one person, taken together. */
import type { PersonProfile } from './person-profile.ts';

type OnServer = PersonProfile['servers'][number];

/** How they were called last, wherever that was. */
export function nameOf({ servers, account }: Pick<PersonProfile, 'servers' | 'account'>): string {
  const [newest] = namesOf(servers);
  return newest?.name ?? account?.display_name ?? '';
}

/** Each name once, the one that was seen last first. */
export function namesOf(servers: readonly OnServer[]): readonly OnServer['names'][number][] {
  const names = new Map<string, number>();
  for (const { name, last } of servers.flatMap((one) => one.names)) {
    names.set(name, Math.max(last, names.get(name) ?? 0));
  }
  return [...names].map(([name, last]) => ({ name, last })).toSorted((a, b) => b.last - a.last);
}

type Identity = NonNullable<OnServer['identities']>[number];

/** Each identifier once; null: none may be seen. */
export function identitiesOf(servers: readonly OnServer[]): readonly Identity[] | null {
  const told = servers.flatMap(({ identities }) => (identities === null ? [] : [identities]));
  if (told.length === 0) return null;
  const each = new Map<string, Identity>();
  for (const one of told.flat()) {
    const before = each.get(`${one.kind} ${one.value}`);
    if (before === undefined || before.last < one.last) each.set(`${one.kind} ${one.value}`, one);
  }
  return [...each.values()].toSorted((a, b) => b.last - a.last);
}

/** When they were seen first; null: nowhere. */
export function firstOf(servers: readonly OnServer[]): OnServer['first_seen'] | null {
  return servers.map((one) => one.first_seen).toSorted((a, b) => a.at - b.at)[0] ?? null;
}

/** Seconds and stays over the servers that tell; null: none does. */
export function countedOf(servers: readonly OnServer[]): NonNullable<OnServer['counted']> | null {
  const told = servers.flatMap(({ counted }) => (counted === null ? [] : [counted]));
  if (told.length === 0) return null;
  return {
    playtime: told.reduce((sum, { playtime }) => sum + playtime, 0),
    stays: told.reduce((sum, { stays }) => sum + stays, 0),
  };
}
