/** An address as it is shown: without the end of its path and its query, by which others could use it. */
export function shownTarget(url: string): string {
  const [, origin = '', path = '', query = ''] =
    /^(https?:\/\/[^/?#]*)([^?#]*)(.*)$/i.exec(url) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  const end = parts.length > 0 || query !== '' ? '…' : '';
  return [origin.toLowerCase(), ...parts.slice(0, -1), end].join('/');
}
