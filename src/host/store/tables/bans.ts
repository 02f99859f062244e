import type { Generated } from 'kysely';
import type { BanListCategory } from '../../../protocol/enumerations.ts';
import type { KeptVerification, REPORT_STATE } from '../../../protocol/bans/limits.ts';

/** A ban list. */
export interface BanListRow {
  readonly id: string;
  /** An account or a group; of a remote list the one that follows it. */
  readonly owner: string;
  /** `remote`: of a list of another installation, and nobody’s here. */
  readonly owner_kind: 'account' | 'team' | 'organization' | 'remote';
  readonly identifier: string;
  /** Bans that are over stay in it. */
  readonly keep_inactive: Generated<boolean>;
  /** Everybody with an account may read what is in force in it. */
  readonly is_public: Generated<boolean>;
  /** Everybody who may read its bans may read what speaks for them. */
  readonly evidence_public: Generated<boolean>;
  /** Other lists can follow it by its code, which it keeps while they cannot. */
  readonly allow_followers: Generated<boolean>;
  readonly share_code: string | null;
  readonly created_at: number;
  readonly deleting: 'requested' | 'in-progress' | 'done' | null;
  /** How many bans are in force, and how many there are in all: counting half a million takes long. */
  readonly bans: Generated<number>;
  readonly entries: Generated<number>;
}

/** A server that obeys a list. */
export interface BanListServerRow {
  readonly banlist_id: string;
  readonly server_id: string;
  /** One list of a server at most. */
  readonly is_primary: boolean;
  readonly since: number;
}

/** A list whose bans hold on the servers of another one. */
export interface BanListFollowRow {
  readonly banlist_id: string;
  readonly followed_id: string;
  readonly since: number;
}

/** What a ban finds somebody by, as `src/domain/bans/keys.ts` makes it. */
export interface BanKeyRow {
  readonly key: string;
  readonly banlist_id: string;
  readonly ban_id: string;
}

/** The addresses of a ban, as they were given. */
export interface BanAddressRow {
  readonly ban_id: string;
  readonly addresses: readonly string[];
}

/** What speaks for a ban: a file, or with `url` a link. */
export interface BanEvidenceRow {
  readonly id: string;
  readonly banlist_id: string;
  readonly ban_id: string;
  /** What it is by its first bytes, or `link`. */
  readonly kind: string;
  readonly name: string;
  readonly url: string | null;
  /** Of the file itself, and of all its parts as they are kept; 0 of a link. */
  readonly bytes: number;
  readonly packed: number;
  readonly sha256: string | null;
  readonly at: number;
  readonly added_by: string;
}

/** Of the bytes of such a file. */
export interface BanEvidencePartRow {
  readonly file_id: string;
  readonly number: number;
  readonly packed: Buffer;
}

/** What somebody said against a ban, and what they were answered. */
export interface BanReportRow {
  readonly id: string;
  readonly banlist_id: string;
  readonly ban_id: string;
  readonly reporter_id: string;
  readonly reason: string;
  readonly created_at: number;
  readonly state: (typeof REPORT_STATE)[number];
  /** Empty: there is none yet. */
  readonly answer: string;
  readonly settled_at: number | null;
}

/** A file of bans that somebody took over, and how many of them were new. */
export interface BanImportRow {
  readonly id: string;
  readonly banlist_id: string;
  readonly account_id: string;
  readonly at: number;
  readonly added: number;
}

/** A ban that such a file added. */
export interface BanImportedRow {
  readonly ban_id: string;
  readonly import_id: string;
}

/** What a list says of itself where it is public; empty: it does not say. */
export interface BanListProfileRow {
  readonly banlist_id: string;
  readonly category: BanListCategory;
  readonly description: string;
  readonly contact_email: string;
  readonly website: string;
  readonly teamspeak: string;
  readonly discord: string;
}

/** The picture above what a list says of itself. */
export interface BanListBannerRow {
  readonly banlist_id: string;
  readonly content: Buffer;
  readonly bytes: number;
}

/** What was asked and decided about a list that is to be verified. */
export interface BanListVerificationRow {
  readonly banlist_id: string;
  readonly state: KeptVerification;
  readonly requested_at: number;
  /** When staff decided last, and what they said. */
  readonly decided_at: number | null;
  readonly reason: string;
}

export interface BanTables {
  readonly ban_list_verifications: BanListVerificationRow;
  readonly ban_list_profiles: BanListProfileRow;
  readonly ban_list_banners: BanListBannerRow;
  readonly ban_lists: BanListRow;
  readonly ban_list_servers: BanListServerRow;
  readonly ban_list_follows: BanListFollowRow;
  readonly ban_keys: BanKeyRow;
  readonly ban_addresses: BanAddressRow;
  readonly ban_evidence: BanEvidenceRow;
  readonly ban_reports: BanReportRow;
  readonly ban_imports: BanImportRow;
  readonly ban_imported: BanImportedRow;
  readonly ban_evidence_parts: BanEvidencePartRow;
}
