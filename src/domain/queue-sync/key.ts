/** Whether the machine that answers is the one that answered before. */

/** What stands for a certificate that an authority signed for the host's name. */
export const BY_AUTHORITY = 'authority';

/**
 * Whether the key that a machine shows is trusted, where another was (`trusted`; null: it was never seen). The first one
 * is. A certificate that an authority signed is, whatever was before: those are renewed.
 */
export function trusts(trusted: string | null, shown: string): boolean {
  return trusted === null || shown === trusted || shown === BY_AUTHORITY;
}
