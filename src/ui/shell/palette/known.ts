import type { TFunction } from 'i18next';
import type { AccountRow, ServerRow } from '../../../domain/rows.ts';
import type { Locale } from '../../text/locale.ts';
import type { PageDeeds } from '../keys/page-deeds.ts';
import type { Reach, ServerPage } from '../keys/reach.ts';
import type { Deed } from './deeds.ts';

/** What is known when the lines are made. */
export interface Known {
  /** Nobody is signed in where a recording is chosen: then pages are all that there is. */
  readonly account: AccountRow | undefined;
  readonly reach: Reach;
  /** What the page offers itself. */
  readonly own: PageDeeds | null;
  /** The server whose page is looked at. */
  readonly here: ServerRow | undefined;
  /** Keys of lines that were chosen, the last first. */
  readonly recent: readonly string[];
  readonly now: number;
  readonly locale: Locale;
  readonly t: TFunction<'palette'>;
}

export type Name = Deed | ServerPage['name'];
