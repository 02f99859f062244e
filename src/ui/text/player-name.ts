import i18next from 'i18next';
import type { PlayerView } from '../../domain/queries.ts';

/** So much of an id tells players of one server apart. */
const SHOWN = 6;

/** What takes room at most: spaces, what tells of direction or joins letters, fillers, and the empty braille sign. */
const UNSEEN =
  /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Surrogate}\u2800]+$/u;

/**
 * What a player who is on a server is called there: by the end of their stay's id who was erased in the meantime, or whose
 * name shows nothing.
 */
export function playerName({ id, name }: Pick<PlayerView, 'id' | 'name'>): string {
  const why = missing(name);
  if (why === null) return name;
  return i18next.t(`${why}.withId`, { ns: 'common', id: id.slice(-SHOWN) });
}

/** A name as it shows: who was erased has none, and one that shows nothing could not be pressed. */
export function shownName(name: string): string {
  const why = missing(name);
  return why === null ? name : i18next.t(`${why}.player`, { ns: 'common' });
}

function missing(name: string): 'erased' | 'unseen' | null {
  if (name === '') return 'erased';
  return UNSEEN.test(name) ? 'unseen' : null;
}
