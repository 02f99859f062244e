import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who may do what, and what was done. */
export const grantsAndAudit: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table grants (
        subject char(24) not null,
        resource text not null,
        permission text not null,
        granted_by char(24),
        since bigint not null,
        primary key (subject, resource, permission)
      );
      create index grants_resource on grants (resource, permission);

      create table audit (
        id bigint primary key,
        at bigint not null,
        actor char(24),
        resource text not null,
        action text not null,
        detail text not null,
        previous_hash bytea not null,
        hash bytea not null
      );
      create index audit_resource on audit (resource, id desc);

      create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'The audit is append-only.' using errcode = 'insufficient_privilege';
      end
      $$;
      create trigger audit_is_append_only before update or delete on audit
        for each row execute function refuse_audit_change();
      create trigger audit_is_never_truncated before truncate on audit
        for each statement execute function refuse_audit_change();
    `.execute(db);
  },
};
