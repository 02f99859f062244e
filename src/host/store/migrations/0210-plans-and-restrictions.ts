import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What an account has beside the name of its plan, and what restricts a server. Defaults that are constants rewrite no
 * row, and a host of an older version adds accounts and servers without them. What restricted servers were there is the
 * operator's: there was no other way.
 */
export const plansAndRestrictions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table accounts
        add column plan_servers integer,
        add column plan_status text not null default 'ACTIVE',
        add column next_plan text,
        add column plan_restricted boolean not null default false,
        add column upgrade_from text
    `.execute(db);
    await sql`
      alter table servers
        add column operator_restricted boolean not null default false,
        add column restricted_reason text,
        add column beyond_plan boolean not null default false
    `.execute(db);
    await sql`update servers set operator_restricted = true where restricted`.execute(db);
  },
};
