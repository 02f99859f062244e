import Database from 'better-sqlite3';
import { edit, type Target } from '../edits.ts';
import { TOP, type FlatPlayer, type FlatServer, type Totals } from '../rows.ts';
import type { Peer } from '../store.ts';

const SCHEMA = `
  CREATE TABLE servers (
    id TEXT PRIMARY KEY, position INTEGER, name TEXT, state TEXT, online INTEGER, players INTEGER,
    slots INTEGER, queued INTEGER, source TEXT, observed_at INTEGER, uptime INTEGER, time TEXT,
    environment_at INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX by_players ON servers (players DESC, id);
  CREATE TABLE players (
    id TEXT PRIMARY KEY, server_id TEXT, muster_id TEXT, name TEXT, joined_at INTEGER,
    joined_before INTEGER, verified INTEGER, lobby INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE totals (
    servers INTEGER, online INTEGER, players INTEGER, slots INTEGER, queued INTEGER, unknown INTEGER
  );
`;
const TOTALS = `
  INSERT INTO totals SELECT count(*), sum(online), sum(ifnull(players, 0)), sum(ifnull(slots, 0)),
    sum(ifnull(queued, 0)), sum(players IS NULL) FROM servers;
  CREATE TRIGGER counted AFTER UPDATE OF players, slots, queued, online ON servers BEGIN
    UPDATE totals SET
      online = online + new.online - old.online,
      players = players + ifnull(new.players, 0) - ifnull(old.players, 0),
      slots = slots + ifnull(new.slots, 0) - ifnull(old.slots, 0),
      queued = queued + ifnull(new.queued, 0) - ifnull(old.queued, 0),
      unknown = unknown + (new.players IS NULL) - (old.players IS NULL);
  END;
`;

type Value = string | number | null;

const toValue = (value: string | number | boolean | null): Value =>
  typeof value === 'boolean' ? Number(value) : value;

/** Tables in memory, prepared statements, an index, a trigger for the sums, and a transaction for a batch. */
export const betterSqlite3: Peer = {
  package: 'better-sqlite3',
  open(start) {
    const database = new Database(':memory:');
    database.exec(SCHEMA);
    const insert = <R extends object>(table: string, like: R | undefined) => {
      const names = Object.keys(like ?? {});
      const marks = names.map(() => '?').join(', ');
      const statement = database.prepare(
        `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${marks})`,
      );
      return (row: R) => statement.run(...Object.values(row).map(toValue));
    };
    const putServer = insert('servers', start.servers[0]);
    const putPlayer = insert('players', start.players[0]);
    database.transaction(() => {
      for (const row of start.servers) putServer(row);
      for (const row of start.players) putPlayer(row);
    })();
    database.exec(TOTALS);
    const selectTop = database
      .prepare(`SELECT id FROM servers ORDER BY players DESC, id LIMIT ${TOP}`)
      .pluck();
    const selectTotals = database.prepare('SELECT * FROM totals');
    const selectCounts = database.prepare(
      'SELECT players, slots, observed_at FROM servers WHERE id = ?',
    );
    const selectPlayer = database.prepare('SELECT 1 FROM players WHERE id = ?').pluck();
    const removePlayer = database.prepare('DELETE FROM players WHERE id = ?');
    const updates = new Map<string, Database.Statement>();
    const update = (names: readonly string[]): Database.Statement => {
      const key = names.join(' = ?, ');
      let statement = updates.get(key);
      if (statement === undefined) {
        statement = database.prepare(`UPDATE servers SET ${key} = ? WHERE id = ?`);
        updates.set(key, statement);
      }
      return statement;
    };
    const target: Target = {
      counts: (id) => selectCounts.get(id) as FlatServer,
      isPresent: (id) => selectPlayer.get(id) !== undefined,
      patch: (id, patch) =>
        update(Object.keys(patch)).run(...Object.values(patch).map(toValue), id),
      put: putPlayer,
      remove: (id) => removePlayer.run(id),
    };
    const write = database.transaction((batch: Parameters<typeof edit>[0][]) => {
      for (const frame of batch) edit(frame, target);
    });
    let top = selectTop.all() as string[];
    let totals = selectTotals.get() as Totals;
    return {
      apply(batch) {
        write([...batch]);
        top = selectTop.all() as string[];
        totals = selectTotals.get() as Totals;
      },
      held: () => ({
        top,
        totals,
        servers: (database.prepare('SELECT * FROM servers').all() as FlatServer[]).map((row) => ({
          ...row,
          online: Boolean(row.online),
        })),
        players: (database.prepare('SELECT * FROM players').all() as FlatPlayer[]).map((row) => ({
          ...row,
          joined_before: Boolean(row.joined_before),
          verified: Boolean(row.verified),
          lobby: Boolean(row.lobby),
        })),
      }),
    };
  },
};
