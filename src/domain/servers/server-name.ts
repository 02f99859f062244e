import type { ServerRow } from '../rows.ts';

export type Named = Pick<ServerRow['configuration'], 'identifier' | 'name'>;

/** Where there is room for so many characters, a name of more gives way to the identifier. */
const SHORT = 24;

/** What a server is called. */
export function serverName({ identifier, name }: Named): string {
  return name ?? identifier;
}

/** What it is called where a long name would be cut off: the end of one often tells servers apart. */
export function shortServerName({ identifier, name }: Named): string {
  return name !== undefined && name.length <= SHORT ? name : identifier;
}

/** All that it is found by. */
export function namesOf({ identifier, name }: Named): string {
  return name === undefined ? identifier : `${name} ${identifier}`;
}
