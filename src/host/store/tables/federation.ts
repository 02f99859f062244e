import type { Generated } from 'kysely';
import type { RemoteCause } from '../../../protocol/federation/limits.ts';

/** By what this installation signs: one row, once anything is signed. */
export interface InstallationKeyRow {
  readonly one: Generated<boolean>;
  readonly public_key: string;
  /** Sealed with the host's key, which is not in the database. */
  readonly sealed_key: Buffer;
  readonly created_at: number;
}

/** A link by which another installation can follow a list, or does. */
export interface BanListShareRow {
  readonly id: string;
  readonly banlist_id: string;
  readonly addresses: boolean;
  /** Of the numbers of changes: another share has others. */
  readonly epoch: string;
  readonly created_at: number;
  /** Until when the link can be used; null: it was. */
  readonly until: number | null;
  /** The public key of the installation that follows. */
  readonly key: string | null;
  readonly origin: string | null;
  readonly since: number | null;
  readonly asked_at: number | null;
  /** When all was compared last. */
  readonly digest_at: Generated<number | null>;
}

/** Up to which number changes of a list are numbered, and of which ones those that are gone are forgotten. */
export interface BanChangeHeadRow {
  readonly banlist_id: string;
  readonly head: number;
  readonly floor: number;
  /** Up to which ban, by when it was made and its id, all of the list is noted; null: all of it is. */
  readonly noting_at: Generated<number | null>;
  readonly noting_id: Generated<string | null>;
}

/** The last change of a ban of a shared list; without a number: it is to get one. */
export interface BanChangeRow {
  readonly banlist_id: string;
  readonly ban_id: string;
  readonly number: number | null;
  readonly numbered_at: number | null;
}

/** A signed request that was taken. */
export interface SignedRequestRow {
  readonly key: string;
  readonly nonce: string;
  readonly at: number;
}

/** A list of another installation that one follows; its bans stand in a ban list of the same id. */
export interface RemoteListRow {
  readonly id: string;
  /** The list that follows it. */
  readonly banlist_id: string;
  readonly origin: string;
  readonly share_id: string;
  /** The public key that its installation signs with. */
  readonly key: string;
  readonly identifier: string;
  readonly addresses: boolean;
  readonly since: number;
  readonly epoch: Generated<string | null>;
  readonly cursor: Generated<number>;
  /** The head there when everything was begun to be read. */
  readonly base: Generated<number>;
  /** How often everything was read; `whole`: it is now, and what is not told until its end is gone. */
  readonly pass: Generated<number>;
  readonly whole: Generated<boolean>;
  /** Bans in force there when it was last asked; null: it did not say. */
  readonly total: Generated<number | null>;
  readonly checked_at: Generated<number | null>;
  readonly digest_at: Generated<number | null>;
  readonly told_at: Generated<number>;
  readonly failing_since: Generated<number | null>;
  readonly cause: Generated<RemoteCause | null>;
  readonly tries: Generated<number>;
  readonly due_at: number;
  /** How often somebody asked that it be read now. */
  readonly asked: Generated<number>;
  /** Which host reads it now, and until when it is its, by the database's clock. */
  readonly leased_by: Generated<string | null>;
  readonly lease_until: Generated<number>;
  readonly ended: Generated<'left' | 'not-shared' | null>;
  readonly ended_at: Generated<number | null>;
}

/** A ban of such a list, as far as it was told. */
export interface RemoteBanRow {
  /** Here. */
  readonly ban_id: string;
  readonly banlist_id: string;
  /** There. */
  readonly remote_id: string;
  readonly number: number;
  readonly pass: number;
  /** Whom it was about was erased here: it holds no more, and does not come back. */
  readonly erased: Generated<boolean>;
  /** An address of somebody who was erased here stood in it: it comes without any. */
  readonly without_addresses: Generated<boolean>;
  /** Of one that holds no more: keyed hashes of what it found somebody by. */
  readonly known_by: Generated<readonly string[] | null>;
  readonly gone_at: Generated<number | null>;
}

export interface FederationTables {
  readonly installation_key: InstallationKeyRow;
  readonly ban_list_shares: BanListShareRow;
  readonly ban_change_heads: BanChangeHeadRow;
  readonly ban_changes: BanChangeRow;
  readonly signed_requests: SignedRequestRow;
  readonly remote_lists: RemoteListRow;
  readonly remote_bans: RemoteBanRow;
}
