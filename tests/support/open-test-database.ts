import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { createMigratedDatabase } from './database.ts';

/** A migrated database of its own, open; `close` removes it. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const database = await createMigratedDatabase();
  const open = openDatabase({
    connection: database.connection,
    max: 20,
    onIdleError: () => undefined,
  });
  return {
    ...open,
    close: async () => {
      await open.close();
      await database.drop();
    },
  };
}
