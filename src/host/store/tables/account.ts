import type { ColumnType, Generated, Selectable } from 'kysely';

/** An account: a person who can sign in. */
export interface AccountRow {
  /** The `muster_id`. */
  readonly id: string;
  readonly username: string;
  /** `username` in lower case; unique. */
  readonly username_key: string;
  readonly display_name: string;
  readonly email: string;
  /** `email` in lower case; unique among verified addresses only, so that nothing tells who has an account. */
  readonly email_key: string;
  readonly email_verified_at: number | null;
  /** argon2id in PHC form. */
  readonly password_hash: string;
  /** A value of the account status enumeration. */
  readonly status: number;
  readonly titles: string[];
  readonly plan: string;
  /** null: without end. */
  readonly plan_until: number | null;
  /** How many servers came with the plan basic; null: as many as it has by itself. */
  readonly plan_servers: Generated<number | null>;
  /** A value of the subscription status enumeration. */
  readonly plan_status: Generated<string>;
  /** The plan that follows at `plan_until`; null: none was chosen. */
  readonly next_plan: Generated<string | null>;
  /** Nothing new is made that counts towards a plan. */
  readonly plan_restricted: Generated<boolean>;
  /** The plan that stopped the account, which has not put that aside since; null: none did. */
  readonly upgrade_from: Generated<string | null>;
  /** What becomes of uploads beyond the quota. */
  readonly storage_policy: Generated<string>;
  /** Whether others find it by its name or id only where they have seen it. */
  readonly private: Generated<boolean>;
  /** Since when more is kept than the quota allows, and the oldest may go; null: it is not so. */
  readonly storage_over_since: Generated<number | null>;
  /** Of which `storage_over_since` its owner was told by mail. */
  readonly storage_mailed_since: Generated<number | null>;
  /** What the person chose, as JSON; absent fields have their default. */
  readonly preferences: ColumnType<unknown, string | undefined, string>;
  readonly created_at: number;
  /** When somebody was signed in to it last, to a minute; null: not since that is written down. */
  readonly seen_at: Generated<number | null>;
}

/** An account as it is read. */
export type Account = Selectable<AccountRow>;

/** A session: one browser that is signed in. */
export interface SessionRow {
  readonly id: string;
  readonly token_hash: Buffer;
  readonly account_id: string;
  readonly created_at: number;
  readonly expires_at: number;
  /** From when its days are counted where that is not `created_at`: it began before they were. */
  readonly lives_since: Generated<number | null>;
  readonly address: string;
  readonly user_agent: string;
}

/** A mailed link that works once: to set a new password, or to verify an address. */
export interface SingleUseLinkRow {
  readonly token_hash: Buffer;
  readonly account_id: string;
  readonly purpose: 'reset' | 'verify';
  /** The address it was mailed to, in lower case. */
  readonly email_key: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
}

/** An invitation: a link lets one person sign up where that needs one, and may bring rights on servers. */
export interface InvitationRow {
  readonly id: string;
  readonly token_hash: Buffer;
  /** Whoever made it; null: the operator, at the terminal. */
  readonly from_id: string | null;
  /** Whom it is for; null: nobody has said yet that the link is theirs. */
  readonly to_id: string | null;
  readonly permissions: string[];
  readonly server_ids: string[];
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  /** Which account was made with it. */
  readonly used_by: string | null;
  /** null: nobody has answered. */
  readonly accepted: boolean | null;
  /** By what whoever made it asked for it once; null for those of older versions and of the operator. */
  readonly request_id: Generated<string | null>;
  /** Whom it is for was let in before: nobody was asked. */
  readonly at_once: Generated<boolean>;
  /** When whoever made it took it back; null: it stands. */
  readonly revoked_at: Generated<number | null>;
}

/** What an invitation came to on one server, from the moment that it is to be given. */
export interface InvitationResultRow {
  readonly invitation_id: string;
  readonly server_id: string;
  /** `waiting` until it was tried; `given`, `unchanged`, or why it was refused. */
  readonly outcome: string;
  /** What its person did not have before. */
  readonly given: string[];
  /** When it was given, as the grants have it. */
  readonly at: number;
}

/** Failed attempts to sign in, for one account (or unknown name) from one address. */
export interface SignInFailureRow {
  /** Keyed hash of account and address: what was typed as a name may have been a password. */
  readonly key: Buffer;
  readonly failures: number;
  readonly last_at: number;
  readonly locked_until: Generated<number>;
}

export interface AccountTables {
  readonly accounts: AccountRow;
  readonly sessions: SessionRow;
  readonly single_use_links: SingleUseLinkRow;
  readonly invitations: InvitationRow;
  readonly invitation_results: InvitationResultRow;
  readonly sign_in_failures: SignInFailureRow;
}
