/** Who is looked at next on a server, and what made somebody look. */
import type { FeedEntry } from '../../protocol/feed/fields.ts';

/** What made somebody look, and when. */
export type Cause = NonNullable<Extract<FeedEntry, { kind: 'kept-out' }>['seen']>;

export interface Due {
  /** What came first. */
  readonly first: Cause;
  /** null: those of `stays` alone. */
  readonly everybody: Cause | null;
  readonly stays: ReadonlyMap<string, Cause>;
}

/** These stays, or without them everybody. */
export function dueBy(cause: Cause, stays?: readonly string[]): Due {
  return stays === undefined
    ? { first: cause, everybody: cause, stays: new Map() }
    : { first: cause, everybody: null, stays: new Map(stays.map((stay) => [stay, cause])) };
}

/** Both; what came first is why. */
export function dueOfBoth(first: Due | undefined, then: Due): Due {
  if (first === undefined) return then;
  return {
    first: first.first,
    everybody: first.everybody ?? then.everybody,
    stays: new Map([...then.stays, ...first.stays]),
  };
}

export function isDue({ everybody, stays }: Due, stay: string): boolean {
  return everybody !== null || stays.has(stay);
}

/** Why somebody is looked at; whoever is not due is asked about for what made somebody look at others. */
export function causeOf({ first, everybody, stays }: Due, stay: string): Cause {
  return stays.get(stay) ?? everybody ?? first;
}
