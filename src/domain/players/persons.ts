/** Which ids are one person, and under which of them the person is shown. */

/** Two ids that are one person. */
export interface Join {
  readonly one: string;
  readonly other: string;
}

/** What an id is beside the joins. */
export interface Standing {
  readonly account: boolean;
  /** When the player was seen first; null: it is none by itself. */
  readonly firstSeen: number | null;
}

/**
 * The person of every id that the joins name: an account comes first, then who was seen first, then the smaller id. In
 * which order the joins came makes no difference, so one that is undone leaves what was there without it.
 */
export function personsOf(
  joins: readonly Join[],
  standingOf: (id: string) => Standing,
): ReadonlyMap<string, string> {
  const groupOf = new Map<string, Set<string>>();
  for (const { one, other } of joins) {
    const group = groupOf.get(one) ?? new Set([one]);
    for (const id of groupOf.get(other) ?? [other]) group.add(id);
    for (const id of group) groupOf.set(id, group);
  }
  const persons = new Map<string, string>();
  for (const group of new Set(groupOf.values())) {
    const [person = ''] = [...group].toSorted((a, b) => before(a, b, standingOf));
    for (const id of group) persons.set(id, person);
  }
  return persons;
}

function before(a: string, b: string, standingOf: (id: string) => Standing): number {
  const [one, other] = [standingOf(a), standingOf(b)];
  if (one.account !== other.account) return one.account ? -1 : 1;
  const [first, second] = [one.firstSeen ?? Infinity, other.firstSeen ?? Infinity];
  if (first !== second) return first < second ? -1 : 1;
  return a < b ? -1 : 1;
}
