import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { migrate } from '../../src/host/store/migrations/migrate.ts';
import { createTestDatabase } from './database.ts';

/** A migrated database of its own, open; `close` removes it. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const database = await createTestDatabase();
  const open = openDatabase({
    connection: database.connection,
    max: 20,
    onIdleError: () => undefined,
  });
  await migrate(open.db);
  return {
    ...open,
    close: async () => {
      await open.close();
      await database.drop();
    },
  };
}
