import { createHash } from 'node:crypto';

/** What a test or the population gives to bring somebody to the server. */
export interface Person {
  readonly name: string;
  /** 17 digits. */
  readonly steamId: string;
  readonly address?: string;
  readonly port?: number;
  /** Milliseconds; drawn when absent. */
  readonly ping?: number;
  /** A headless client keeps its name, but BattlEye never learns a GUID for it. */
  readonly withoutGuid?: boolean;
}

/** How far BattlEye has got with a connection. */
export type PlayerPhase = 'connecting' | 'unverified' | 'verified';

/** A person on the server, as the server itself knows them: the truth that clients are held to. */
export interface SimPlayer {
  /** Unique for the life of the simulator, unlike the slot. */
  readonly id: number;
  readonly name: string;
  readonly steamId: string;
  readonly guid: string;
  /** BattlEye's number: the lowest free one, so it is reused. */
  readonly slot: number;
  readonly address: string;
  readonly port: number;
  readonly ping: number;
  /** World time in milliseconds. */
  readonly joinedAt: number;
  readonly phase: PlayerPhase;
  readonly lobby: boolean;
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
