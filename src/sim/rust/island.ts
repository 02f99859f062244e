import { createHash } from 'node:crypto';

/** What a Rust server's map is like. */
export interface Island {
  readonly seed: number;
  readonly size: number;
  /** Things that stand and lie about; they grow in number while people build. */
  readonly entities: number;
}

/** The same for the same name, so that two answers agree. */
export function describeWorld(name: string, uptimeSeconds: number): Island {
  const hash = createHash('md5').update(name).digest();
  return {
    seed: hash.readUInt32LE(0) & 0x7fff_ffff,
    size: 3000 + (hash.readUInt8(4) % 5) * 500,
    entities: 60_000 + Math.floor(uptimeSeconds),
  };
}

/** Where somebody is at a moment, in metres; they wander about a home of their own. */
export function positionOf(id: number, now: number): readonly [number, number, number] {
  const turn = now / 600_000 + id;
  const x = Math.sin(id * 12.9898) * 1500 + Math.cos(turn) * 200;
  const z = Math.cos(id * 78.233) * 1500 + Math.sin(turn) * 200;
  return [x, 20 + Math.abs(Math.sin(turn)) * 10, z];
}
