import type { FleetServer } from './fleet-server.ts';

/** Beyond so many servers nobody looks at each: what makes one believable is left out at first. */
export const LARGE_FLEET = 100;

/** What the fleet's process is told when it begins. */
export interface FleetOrder {
  readonly servers: readonly FleetServer[];
  /** Of every server's remote control. */
  readonly password: string;
  readonly speed: number;
}

/** Somebody who is on a server. Each game knows people by one of the two. */
export interface FleetPlayer {
  readonly name: string;
  readonly guid: string | null;
  readonly steamId: string | null;
  readonly ip: string;
  readonly port: number;
  readonly joinedAt: number;
}

/** Where one server of it listens. */
export interface FleetAddress {
  readonly host: string;
  readonly gamePort: number;
  readonly queryPort: number;
  /** null: it has no remote control. */
  readonly rconPort: number | null;
  /** Who is on it at first, as its remote control tells; nobody where the fleet is large. */
  readonly players: readonly FleetPlayer[];
}

/** What it answers: an address for each server, in their order. */
export interface FleetStarted {
  readonly addresses: readonly FleetAddress[];
}
