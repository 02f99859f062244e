/**
 * Whether an answer of this HTTP status is what the host decided, rather than that it failed or has too much to
 * do: asking again would change nothing.
 */
export function isDecided(status: number): boolean {
  return status < 500 && status !== 429;
}
