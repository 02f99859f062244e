import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import type { OpenDatabase } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { beat, takeLeases } from './leases.ts';
import { SETTINGS_ROWS } from './settings.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('tells where logs may be as the host says that runs the server, or else any', async () => {
  const { db } = open;
  const [server, one, other] = [newId(1), newId(1), newId(1)];
  await storeServer(db, server);
  const root = async () => {
    const read = db.transaction().execute((trx) => SETTINGS_ROWS.read(trx, server, null));
    return (await read).map(({ log_root }) => log_root);
  };
  expect(await root()).toEqual([null]);
  await beat(db, one, '/srv/one');
  expect(await root()).toEqual(['/srv/one']);
  await beat(db, other, '/srv/other');
  await takeLeases(db, other, [server]);
  expect(await root()).toEqual(['/srv/other']);
});
