import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { publish } from '../realtime/log.ts';
import { newId } from '../store/ids.ts';
import { beat, leave, takeLeases } from './leases.ts';
import { SETTINGS_ROWS, tellLogRoots } from './settings.ts';

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

const root = async (server: string) => {
  const { db } = test.deps;
  const read = db.transaction().execute((trx) => SETTINGS_ROWS.read(trx, server, null));
  return (await read).map(({ log_root }) => log_root);
};

it('tells where logs may be as the host says that runs the server, or else any', async () => {
  const { db } = test.deps;
  const [server, one, other] = [newId(1), newId(1), newId(1)];
  await storeServer(db, server);
  expect(await root(server)).toEqual([null]);
  await beat(db, one, '/srv/one');
  expect(await root(server)).toEqual(['/srv/one']);
  await beat(db, other, '/srv/other');
  await takeLeases(db, other, [server]);
  expect(await root(server)).toEqual(['/srv/other']);
});

it('settings are told when a host runs the server that reads logs elsewhere than was told last', async () => {
  const { db, clock } = test.deps;
  const server = newId(1);
  await storeServer(db, server);
  const told = async () => {
    const rows = await db
      .selectFrom('event_log')
      .where('stream', '=', resourceStream('settings', server))
      .select('data')
      .orderBy('seq')
      .execute();
    return rows.map(({ data }) => (data as { row: { log_root: string | null } }).row.log_root);
  };
  /** A host with this log root runs the server for a while. */
  const runs = async (logRoot: string | undefined) => {
    const host = newId(1);
    await beat(db, host, logRoot);
    await takeLeases(db, host, [server]);
    await tellLogRoots({ ...test.deps, publish, now: clock() }, host, [server]);
    await leave(db, host, clock());
  };
  await runs(undefined);
  expect(await told()).toEqual([]);
  await runs('/srv/one');
  await runs('/srv/one');
  expect(await told()).toEqual(['/srv/one']);
  await runs(undefined);
  await runs('/srv/other');
  expect(await told()).toEqual(['/srv/one', null, '/srv/other']);
});
