/** What the modules of a server are set to, as its feature reads it. */
export interface ServerModulesRow {
  readonly server_id: string;
  readonly changed_at: number;
  /** JSON. */
  readonly data: unknown;
}

export interface ModuleTables {
  readonly server_modules: ServerModulesRow;
}
