/** What the rules of the doors are given, and what they answer. */
import type { FilterAction } from '../../protocol/buckets/limits.ts';
import type { RemovalReason } from '../../protocol/enumerations.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import type { SteamState } from '../../protocol/steam/calls.ts';
import type { Applies, ObeyedList } from '../bans/applies.ts';
import type { Person } from '../bans/keys.ts';

/** What a server asks of whoever is on it. */
export interface Door {
  readonly lists: readonly ObeyedList[];
  readonly modules: Modules;
  /** How many whitelists it uses: without any nobody could be on one. */
  readonly whitelists: number;
  /** Its game can tell one player something. */
  readonly canWarn: boolean;
}

/** Somebody who is on a server, or about to be, with what the host has found out for the rules. */
export interface Visitor {
  readonly person: Person;
  /** Who they are is known: until then nobody can say whether a list names them. */
  readonly known: boolean;
  readonly whitelisted: boolean;
  /** The filters that match their name, and what they have said. */
  readonly named: readonly FilterHit[];
  readonly said: readonly FilterHit[];
  /** The code of the country that they come from; null: it is not known. */
  readonly country: string | null;
  /** What of the lists of data centres and VPNs their address lies in; null: nothing that is known. */
  readonly network: string | null;
  /** What Steam says of the account that they play with; null: nothing is known of it. */
  readonly steam: SteamFacts | null;
  /** What was read of their ping since they were warned last, or came; the newest last, in milliseconds. */
  readonly pings: readonly number[];
  /** When they were told last that their ping is too high; null: never. */
  readonly warnedOfPing: number | null;
  /**
   * Of those who may be on without a reserved slot: how many came before them, and how many may. null: they hold one, or it is
   * not known who is on.
   */
  readonly place: { readonly ahead: number; readonly open: number } | null;
}

/** What Steam said of an account. */
export interface SteamFacts {
  readonly state: SteamState;
  /** null: its profile does not say. */
  readonly created_at: number | null;
  readonly vac_bans: number;
  /** Since the last ban, when Steam was asked; null: that is not known. */
  readonly days_since_ban: number | null;
  /** When Steam said it. */
  readonly at: number;
}

/** A filter that matches, by its entry in a bucket. */
export interface FilterHit {
  readonly id: string;
  readonly bucket: { readonly id: string; readonly identifier: string };
  readonly term: string;
  readonly action: FilterAction;
  /** What whoever it is about reads. */
  readonly message: string;
  /** Of one that bans: for how long; null: for good. */
  readonly minutes: number | null;
}

/** What a rule found somebody by. */
export type Entry =
  | ({ readonly kind: 'ban' } & Applies)
  | { readonly kind: 'whitelist' }
  | { readonly kind: 'filter'; readonly filter: FilterHit }
  | { readonly kind: 'country' }
  | { readonly kind: 'reserved-slot' }
  | { readonly kind: 'vpn' }
  | { readonly kind: 'vac'; readonly grace: number }
  | { readonly kind: 'steam-private' }
  | { readonly kind: 'steam-age'; readonly days: number }
  | { readonly kind: 'ping'; readonly ping: number; readonly max: number };

/** What is to be done with somebody, and why. */
export interface Found {
  readonly verdict: 'warn' | 'kick' | 'ban';
  readonly rule: RemovalReason;
  readonly entry: Entry;
}

/** Answers whether somebody is to be told something or to leave; null: as far as it goes they may stay. */
export type Rule = (visitor: Visitor, door: Door, now: number) => Found | null;
