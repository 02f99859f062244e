import type { Guest } from '../../domain/doors/decide-all.ts';

/** Somebody, with what no table has. */
export interface Asked extends Omit<
  Guest,
  'person' | 'known' | 'whitelisted' | 'reserved' | 'steam'
> {
  readonly present: Present;
}

/** Somebody who is on a server, as far as the game has told it. */
export interface Present {
  readonly muster_id: string | null;
  readonly steam_id: string | null;
  readonly guid: string | null;
  readonly bohemia_id: string | null;
  readonly ip: string | null;
}
