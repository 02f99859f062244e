import type { FleetServer } from './fleet-server.ts';

/** What the fleet's process is told when it begins. */
export interface FleetOrder {
  readonly servers: readonly FleetServer[];
  /** Of every server's remote control. */
  readonly password: string;
  readonly speed: number;
}

/** Where one server of it listens. */
export interface FleetAddress {
  readonly host: string;
  readonly gamePort: number;
  readonly queryPort: number;
  /** null: it has no remote control. */
  readonly rconPort: number | null;
}

/** What it answers: an address for each server, in their order. */
export interface FleetStarted {
  readonly addresses: readonly FleetAddress[];
}
