/** Whether a failed write says that the browser gives no more room: Dexie hides it in an AbortError. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  if (error.name === 'QuotaExceededError') return true;
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  const failures: unknown = 'failures' in error ? error.failures : undefined;
  return isFull(inner) || (Array.isArray(failures) && failures.some(isFull));
}
