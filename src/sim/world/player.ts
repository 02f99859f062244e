import { createHash } from 'node:crypto';

/** What a test or the population gives to bring somebody to the server. */
export interface Person {
  readonly name: string;
  /** 17 digits. Without one BattlEye never learns a GUID, as with ArmA's headless clients. */
  readonly steamId?: string;
  readonly address?: string;
  readonly port?: number;
  /** Milliseconds; drawn when absent. */
  readonly ping?: number;
}

/** How far BattlEye has got with a connection. */
export type PlayerPhase = 'connecting' | 'unverified' | 'verified';

/** A person on the server, as the server itself knows them: the truth that clients are held to. */
export interface SimPlayer {
  /** Unique for the life of the simulator, unlike the slot. */
  readonly id: number;
  readonly name: string;
  readonly steamId: string | undefined;
  /** What BattlEye will print once it knows, which it does from the phase `unverified` on. */
  readonly guid: string | undefined;
  /** BattlEye's number: the lowest free one, so it is reused. */
  readonly slot: number;
  readonly address: string;
  readonly port: number;
  /** Milliseconds; -1 while the server knows none. */
  readonly ping: number;
  /** World time in milliseconds. */
  readonly joinedAt: number;
  readonly phase: PlayerPhase;
  readonly lobby: boolean;
  /** When they left the lobby, in world time. */
  readonly enteredAt: number | undefined;
  readonly score: number;
}

/** The BattlEye GUID of a Steam id: md5 over "BE" and the id as eight little-endian bytes. */
export function battleyeGuid(steamId: string): string {
  const bytes = Buffer.alloc(10);
  bytes.write('BE', 0, 'latin1');
  bytes.writeBigUInt64LE(BigInt(steamId), 2);
  return createHash('md5').update(bytes).digest('hex');
}

/** The id that ArmA 2 printed before it came to Steam; made up, but steady for a person. */
export function legacyGuid(steamId: string): string {
  return createHash('md5').update(`legacy ${steamId}`).digest('hex');
}
