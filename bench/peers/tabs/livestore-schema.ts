import { Events, makeSchema, Schema, State } from '@livestore/livestore';

const { text, integer, boolean } = State.SQLite;

export const tables = {
  servers: State.SQLite.table({
    name: 'servers',
    columns: {
      id: text({ primaryKey: true }),
      position: integer(),
      name: text(),
      state: text(),
      online: boolean(),
      players: integer({ nullable: true }),
      slots: integer({ nullable: true }),
      queued: integer({ nullable: true }),
      source: text(),
      observed_at: integer(),
      uptime: integer({ nullable: true }),
      time: text({ nullable: true }),
      environment_at: integer(),
    },
    indexes: [{ name: 'by_players', columns: ['players'] }],
  }),
  players: State.SQLite.table({
    name: 'players',
    columns: {
      id: text({ primaryKey: true }),
      server_id: text(),
      muster_id: text({ nullable: true }),
      name: text(),
      joined_at: integer(),
      joined_before: boolean(),
      verified: boolean(),
      lobby: boolean(),
    },
    indexes: [{ name: 'of_server', columns: ['server_id'] }],
  }),
};

/** There is no other client to tell: what one tab commits reaches the tabs of this browser. */
export const events = {
  told: Events.clientOnly({
    name: 'v1.Told',
    schema: Schema.Struct({
      servers: Schema.Array(tables.servers.rowSchema),
      players: Schema.Array(tables.players.rowSchema),
      gone: Schema.Array(Schema.String),
    }),
  }),
};

const materializers = State.SQLite.materializers(events, {
  'v1.Told': ({ servers, players, gone }) => [
    ...servers.map((row) => tables.servers.insert(row).onConflict('id', 'replace')),
    ...players.map((row) => tables.players.insert(row).onConflict('id', 'replace')),
    ...gone.map((id) => tables.players.delete().where({ id })),
  ],
});

export const schema = makeSchema({
  events,
  state: State.SQLite.makeState({ tables, materializers }),
});
