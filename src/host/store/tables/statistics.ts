import type { Generated } from 'kysely';

/** One stay of a player on a server, as the log told it. It has no name. */
export interface StatisticStayRow {
  /** The play session. */
  readonly id: string;
  readonly server_id: string;
  /** null: nobody knows who it is yet. */
  readonly muster_id: string | null;
  /** null: it began before the log. */
  readonly joined_at: number | null;
  readonly left_at: number | null;
  readonly found_at: number | null;
  readonly kicked_by: string | null;
  readonly lost: Generated<boolean>;
  /** When it was told of first. */
  readonly told_at: number;
}

/** A time in which nobody heard a server. */
export interface StatisticGapRow {
  readonly server_id: string;
  readonly from_at: number;
  readonly to_at: number;
}

/** What a player has done on a server, with the stays that are not kept any more. */
export interface StatisticTotalRow {
  readonly muster_id: string;
  readonly server_id: string;
  readonly kills: Generated<number>;
  readonly deaths: Generated<number>;
  readonly suicides: Generated<number>;
  readonly infected_deaths: Generated<number>;
  readonly environment_deaths: Generated<number>;
  readonly hits_given: Generated<number>;
  readonly hits_taken: Generated<number>;
  /** Milliseconds, of stays that are not kept any more. */
  readonly playtime: Generated<number>;
  /** How many these were. */
  readonly stays: Generated<number>;
  /** When the last of these ended, epoch ms; 0 where there was none. */
  readonly last_seen: Generated<number>;
}

/** What a player has done with a weapon on a server. */
export interface StatisticWeaponRow {
  readonly muster_id: string;
  readonly server_id: string;
  /** Empty: what the game did not name. */
  readonly weapon: string;
  readonly kills: Generated<number>;
  readonly hits: Generated<number>;
  /** Metres; null: no distance was told. */
  readonly longest_kill: number | null;
  readonly longest_hit: number | null;
}

/** How often a part of the body was hit: their own (`taken`), or another's by them (`given`). */
export interface StatisticZoneRow {
  readonly muster_id: string;
  readonly server_id: string;
  readonly zone: string;
  readonly given: Generated<number>;
  readonly taken: Generated<number>;
}

export interface StatisticTables {
  readonly statistic_stays: StatisticStayRow;
  readonly statistic_gaps: StatisticGapRow;
  readonly statistic_totals: StatisticTotalRow;
  readonly statistic_weapons: StatisticWeaponRow;
  readonly statistic_zones: StatisticZoneRow;
}
