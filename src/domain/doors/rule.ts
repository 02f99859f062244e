/** What the rules of the doors are given, and what they answer. */
import type { RemovalReason } from '../../protocol/enumerations.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import type { Applies, ObeyedList } from '../bans/applies.ts';
import type { Person } from '../bans/keys.ts';

/** What a server asks of whoever is on it. */
export interface Door {
  readonly lists: readonly ObeyedList[];
  readonly modules: Modules;
  /** Its game can tell one player something. */
  readonly canWarn: boolean;
}

/** Somebody who is on a server, or about to be, with what the host has found out for the rules. */
export interface Visitor {
  readonly person: Person;
  /** The code of the country that they come from; null: it is not known. */
  readonly country: string | null;
  /** What was read of their ping since they were warned last, or came; the newest last, in milliseconds. */
  readonly pings: readonly number[];
  /** When they were told last that their ping is too high; null: never. */
  readonly warnedOfPing: number | null;
}

/** What a rule found somebody by. */
export type Entry =
  | ({ readonly kind: 'ban' } & Applies)
  | { readonly kind: 'country' }
  | { readonly kind: 'ping'; readonly ping: number; readonly max: number };

/** What is to be done with somebody, and why. */
export interface Found {
  readonly verdict: 'warn' | 'kick';
  readonly rule: RemovalReason;
  readonly entry: Entry;
}

/** Answers whether somebody is to be told something or to leave; null: as far as it goes they may stay. */
export type Rule = (visitor: Visitor, door: Door, now: number) => Found | null;
