/** Who has so long a word of an address may well use it: it is a token, wherever in the path it stands. */
const OPEN_MAX = 20;

/** An address as it is shown: without its query and the end of its path, or all from the first part on that may be a token. */
export function shownTarget(url: string): string {
  const [, origin = '', path = '', query = ''] =
    /^(https?:\/\/[^/?#]*)([^?#]*)(.*)$/i.exec(url) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  const end = parts.length > 0 || query !== '' ? '…' : '';
  const token = parts.findIndex((part) => part.length > OPEN_MAX);
  const open = parts.slice(0, token === -1 ? -1 : token);
  return [origin.toLowerCase(), ...open, end].join('/');
}
