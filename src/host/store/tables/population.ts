/** The highest figures of one step of a server; null is unknown. */
export interface PopulationSampleRow {
  readonly server_id: string;
  /** Seconds that the point covers: 60, 600 or 3600. */
  readonly step: number;
  /** The step's beginning, epoch milliseconds. */
  readonly at: number;
  readonly players: number | null;
  readonly slots: number | null;
  readonly queue: number | null;
}

export interface PopulationTables {
  readonly population_samples: PopulationSampleRow;
}
