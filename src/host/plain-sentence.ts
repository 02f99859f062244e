import { SettingError } from './settings.ts';
import { isDatabaseGone } from './store/database.ts';
import { EmbeddedPostgresError, systemErrorCode } from './store/embedded/errors.ts';
import { MigrationError } from './store/migrations/migrate.ts';
import { SecretKeyError } from './store/secrets/secret-key.ts';

/** What the database's server answers to a wrong password, role or name, and to a missing right. */
const REFUSED = new Set(['28000', '28P01', '3D000', '42501']);

/**
 * What an error says to the person at the terminal, in one sentence that says what to do; null where nobody
 * foresaw it, and its stack is worth more.
 */
export function plainSentence(error: unknown): string | null {
  if (error instanceof SettingError || error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof SecretKeyError) return error.message;
  const cause = error instanceof MigrationError ? error.cause : error;
  const code = systemErrorCode(cause);
  if (code === 'EADDRINUSE') {
    return 'The port is in use: stop what listens there, or set PORT to another (PORT=0 takes a free one).';
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return 'Muster may not listen there: set HOST to an address of this machine, and PORT to 1024 or more.';
  }
  if (isDatabaseGone(cause) || (code !== undefined && REFUSED.has(code))) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    return `The database cannot be used (${detail}): check DATABASE_URL, and that the server runs.`;
  }
  return error instanceof MigrationError ? error.message : null;
}
