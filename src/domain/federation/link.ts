/** The link that a list is shared by. */

export interface ShareLink {
  readonly origin: string;
  readonly share_id: string;
  readonly code: string;
  /** By what the key of the installation is known that shares the list. */
  readonly fingerprint: string;
}

const PATH = '/ban-manager';

/** Behind `#`, so that nothing of it is sent where somebody opens the link. */
export function writeLink({ origin, share_id, code, fingerprint }: ShareLink): string {
  return `${origin}${PATH}#share=${share_id}.${code}.${fingerprint}`;
}

/** Reads one that has the form of `shareLink`. */
export function readLink(link: string): ShareLink {
  const [origin = '', told = ''] = link.trim().split(`${PATH}#share=`);
  const [share_id = '', code = '', fingerprint = ''] = told.split('.');
  return { origin, share_id, code, fingerprint };
}
