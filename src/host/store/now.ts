import { sql } from 'kysely';

/** This moment by the database's clock, epoch milliseconds: hosts compare by it, since theirs differ. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
