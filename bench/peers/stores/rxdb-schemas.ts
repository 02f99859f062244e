import type { RxJsonSchema } from 'rxdb';
import type { FlatPlayer, FlatServer } from '../rows.ts';

/** A field that is indexed cannot be null: an unknown number of players is -1. */
export type ServerDocument = Omit<FlatServer, 'players'> & { readonly players: number };

const text = { type: 'string' } as const;
const id = { type: 'string', maxLength: 24 } as const;
const flag = { type: 'boolean' } as const;
const whole = { type: 'number' } as const;
const maybe = { type: ['number', 'null'] };

export const serverSchema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id,
    position: whole,
    name: text,
    state: text,
    online: flag,
    players: { type: 'number', minimum: -1, maximum: 1_000, multipleOf: 1 },
    slots: maybe,
    queued: maybe,
    source: text,
    observed_at: whole,
    uptime: maybe,
    time: { type: ['string', 'null'] },
    environment_at: whole,
  },
  required: ['id', 'players'],
  indexes: [['players', 'id']],
} as unknown as RxJsonSchema<ServerDocument>;

export const playerSchema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id,
    server_id: id,
    muster_id: { type: ['string', 'null'] },
    name: text,
    joined_at: whole,
    joined_before: flag,
    verified: flag,
    lobby: flag,
  },
  required: ['id', 'server_id'],
} as unknown as RxJsonSchema<FlatPlayer>;

export const toDocument = (row: FlatServer): ServerDocument => ({
  ...row,
  players: row.players ?? -1,
});

export const toFlat = (row: ServerDocument): FlatServer => ({
  ...row,
  players: row.players === -1 ? null : row.players,
});
