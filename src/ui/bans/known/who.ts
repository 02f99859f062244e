import i18next from 'i18next';
import type { BanRow } from '../../../domain/bans/row.ts';
import { shownName } from '../../text/player-name.ts';

/** Whom a ban keeps out, in a line: by name, else by what a game knows them by, else by their address. */
export function whoText({
  name,
  steam_id,
  guid,
  bohemia_id,
  address,
}: Pick<BanRow, 'name' | 'steam_id' | 'guid' | 'bohemia_id' | 'address'>): string {
  if (name !== '') return shownName(name);
  return steam_id ?? guid ?? bohemia_id ?? address ?? i18next.t('unnamed', { ns: 'bans' });
}
