import i18next from 'i18next';
import type { PlayerView } from '../../domain/queries.ts';

/** So much of an id tells players of one server apart. */
const SHOWN = 6;

/** What a player who is on a server is called there: one who was erased in the meantime by the end of their stay's id. */
export function playerName({ id, name }: Pick<PlayerView, 'id' | 'name'>): string {
  if (name !== '') return name;
  return i18next.t('erased.withId', { ns: 'common', id: id.slice(-SHOWN) });
}
