import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { BLOT } from '../../domain/actions/secrets.ts';
import { hasRemoteControl } from '../../protocol/games/games.ts';
import { hostKey } from '../../protocol/servers/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { change, type Change } from '../change/change.ts';
import { addressKind } from '../connectors/address-rule.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { checkLogFolder } from '../game-logs/check-folder.ts';
import { givenFolders } from '../game-logs/given-folders.ts';
import { LOG_ROWS } from '../game-logs/rows.ts';
import { serverResource } from '../access/grants.ts';
import { isUniqueViolation } from '../store/database.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import {
  checkClaim,
  checkConnection,
  checkRemoteControl,
  checkTimeZone,
  claimed,
} from './check-connection.ts';
import { passwordContext, targetOf, type Connection } from './connection.ts';
import type { ServerDeps } from './deps.ts';
import { refuseUnseen } from '../calls/seen.ts';
import { readKeptServer, readServerRow } from '../calls/server-row.ts';
import { connectionOf, SETTINGS_ROWS } from './settings.ts';
import { tellOfGroup } from './of-group.ts';
import { isSameList, keepLeftover, LEFTOVER, ownerOf, takeBackLeftover } from './own-bans-left.ts';
import { configurationOf } from './snapshots.ts';

/** `POST server/:id/settings`: what concerns the connection is tested before it is kept. */
export const serverEdit: Handler<'serverEdit', ServerDeps> = async (
  { params, body },
  { account, session, client, db, log, addressRule, ports, settings, clock, secrets, publish },
) => {
  const changing = { db, secrets, publish, session, client };
  const id = params.server_id;
  const resource = serverResource(id);
  let tried: readonly string[] = [];
  let told: Told | null = null;
  try {
    for (;;) {
      told = await edit();
      if (told !== null) break;
      log.info({ server: id }, 'was edited meanwhile: edited anew');
    }
  } catch (error) {
    await auditRefusal(error);
    throw error;
  }
  return { status: true, position: told() };

  /** Null where the server was moved while this edit was checked: it has to be checked again. */
  async function edit(): Promise<Told | null> {
    const before = await readKeptServer(db, id);
    checkTimeZone(body.timezone);
    const { host, game_port, query_port, rcon_port } = body;
    const old = connectionOf(before);
    const connection: Connection = { game: old.game, host, game_port, query_port, rcon_port };
    const moved = changedFields(old, connection);
    if (body.rcon_password !== undefined) moved.push('rcon_password');
    const named = (['identifier', 'name', 'tags', 'timezone', 'log_folder'] as const).filter(
      (key) => body[key] !== undefined && !isDeepStrictEqual(before[key], body[key]),
    );
    tried = [...named, ...moved];
    if (tried.length > 0) refuseUnseen(before, body.was);
    let privateAddress: boolean | undefined;
    if (moved.length > 0) {
      const password = givenPassword(connection, body.rcon_password);
      checkRemoteControl({ ...connection, rcon_password: password });
      const { allows, keeps } = addressRule;
      const kept = before.private_address && host === before.host;
      const target = targetOf(connection, password);
      const { address } = await checkConnection(target, ports, kept ? keeps : allows);
      privateAddress = addressKind(address) === 'private';
      await checkClaim(db, connection, before.owner, id);
    }
    const { log_folder: folder } = body;
    if (typeof folder === 'string' && folder !== before.log_folder) {
      // The actor first: what only the owner was given is told apart for nobody else.
      for (const reader of new Set([account.id, before.owner])) {
        await checkLogFolder(settings.logRoot, await givenFolders(db, reader), folder);
      }
    }
    const now = clock();
    try {
      return await change({ ...changing, now }, async (made) => {
        const { trx } = made;
        if (tried.length === 0) return made.tellRows(SETTINGS_ROWS, id, []);
        const row = await readServerRow(trx, id, true);
        refuseUnseen(row, body.was);
        if (row.target_version !== before.target_version) return null;
        const { identifier, name, tags, timezone, log_folder, rcon_password } = body;
        const own_bans = await leaveOwnBans(made, row, connection);
        // What is undefined stays.
        const stored = await trx
          .updateTable('servers')
          .set({
            identifier,
            name,
            tags,
            timezone,
            log_folder,
            host,
            host_key: hostKey(host),
            private_address: privateAddress,
            game_port,
            query_port,
            rcon_port,
            own_bans,
            target_version: row.target_version + (moved.length > 0 ? 1 : 0),
            sealed_password:
              rcon_password === undefined
                ? undefined
                : secrets.seal(rcon_password, passwordContext(id)),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        made.tell(serverStream(id, 'list'), 'update:server', {
          server_id: id,
          configuration: configurationOf(stored),
        });
        made.tellConfigured(id, 'settings', account);
        if (stored.owner_kind !== 'account') tellOfGroup(made, stored);
        made.notify({ kind: 'server-changed', id });
        const values = { before: valuesOf(row, tried), after: valuesOf(stored, tried) };
        made.audit({
          resource,
          action: 'servers.edit',
          detail: { fields: tried },
          told: values,
        });
        if (stored.log_folder !== row.log_folder) made.tellRows(LOG_ROWS, id, [id]);
        return made.tellRows(SETTINGS_ROWS, id, [id]);
      });
    } catch (error) {
      if (isUniqueViolation(error, 'servers_claim')) throw claimed();
      throw error;
    }
  }

  /** Whoever tries addresses leaves a trace. */
  async function auditRefusal(error: unknown): Promise<void> {
    const refused = error instanceof HostError ? error.kind : 'internal-error';
    const detail = { fields: tried, refused };
    await change({ ...changing, now: clock() }, async (made) =>
      made.audit({ resource, action: 'servers.edit-refused', detail }),
    );
  }
};

/** Settings as the audit tells them: that a password is another one, and never which. */
function valuesOf(
  row: Selectable<GameServerRow>,
  fields: readonly string[],
): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = { ...row, rcon_password: BLOT };
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/**
 * How many bans of Muster are in the list of the game that the server is at now, where that is another one; undefined: it is the
 * same. Those at the old one are taken out there.
 */
async function leaveOwnBans(
  made: Change,
  row: Selectable<GameServerRow>,
  to: Connection,
): Promise<number | null | undefined> {
  const place = { id: row.id, game: to.game, host_key: hostKey(to.host), rcon_port: to.rcon_port };
  if (isSameList(row, place)) return undefined;
  await keepLeftover(made, row, made.now + LEFTOVER.moves, await ownerOf(made.trx, row.id));
  if (row.own_bans !== 0) {
    const detail = row.own_bans === null ? {} : { count: row.own_bans };
    made.audit({ resource: serverResource(row.id), action: 'servers.bans-behind', detail });
  }
  const back = await takeBackLeftover(made.trx, place);
  return back === undefined ? 0 : back;
}

/** Where the stream tells of it. */
type Told = () => number;

/**
 * The password that another address is tried with: never the stored one, which would be sent to whatever
 * listens there.
 */
function givenPassword({ game }: Connection, given: string | undefined): string | null {
  if (given !== undefined) return given;
  if (!hasRemoteControl(game)) return null;
  throw new HostError(
    'password-needed',
    'Send the RCon password again: the stored one is never used for another address or port.',
    {
      fields: { rcon_password: 'required' },
    },
  );
}

function changedFields(before: Connection, after: Connection): string[] {
  return (Object.keys(after) as (keyof Connection)[]).filter((key) => before[key] !== after[key]);
}
