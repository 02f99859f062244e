import type { MemoryOnly } from '../../domain/rows.ts';

/** What kept the database from being read or written. */
export type StorageError = MemoryOnly['why'];

/** What a browser answers that lets nothing be stored: private windows, blocked site data, no database at all. */
const REFUSALS = ['SecurityError', 'MissingAPIError', 'NotAllowedError'];

/** `opening`: then an invalid state is a private window's, otherwise a connection's that was closed. */
export function storageErrorOf(error: unknown, opening = false): StorageError {
  const names = namesIn(error);
  if (names.includes('QuotaExceededError')) return 'full';
  const refused = names.some((name) => REFUSALS.includes(name));
  return refused || (opening && names.includes('InvalidStateError')) ? 'refused' : 'failed';
}

/** The names of an error and of those behind it: Dexie hides a full disk in an AbortError. */
function namesIn(error: unknown): readonly string[] {
  if (!(error instanceof Error || error instanceof DOMException)) return [];
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  const failures: unknown = 'failures' in error ? error.failures : undefined;
  const others: readonly unknown[] = Array.isArray(failures) ? failures : [];
  return [error.name, ...[inner, ...others].flatMap(namesIn)];
}
