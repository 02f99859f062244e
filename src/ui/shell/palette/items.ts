import type { ServerRow } from '../../../domain/rows.ts';
import type { Range } from '../../../domain/search/match.ts';
import type { AskedBan } from '../../bans/ban-question.ts';
import type { AskedPlayer } from '../../actions/player-question.ts';
import type { Ask } from './deeds.ts';

/** So many lines of one kind at most. */
export const SHOWN = 6;
/** A fit of a name below this is a chance. */
export const FITS = 30;

/** One line of the palette. */
export interface Item {
  /** The same line has the same key, whatever is typed. */
  readonly key: string;
  readonly label: string;
  readonly ranges: readonly Range[];
  /** Where it belongs, or what it is. */
  readonly detail: string;
  /** What matched beside the label, where that is why the line is here. */
  readonly because?: {
    readonly label: string;
    readonly text: string;
    readonly ranges: readonly Range[];
  };
  /** The key that does it without the palette. */
  readonly press?: string;
  readonly icon: 'page' | 'player' | 'deed' | ServerRow;
  /** Why it cannot be done now: the line is read, and does nothing. */
  readonly why: string | null;
  readonly does: ItemAction;
}

export type ItemAction =
  | { readonly kind: 'go'; readonly href: string }
  | { readonly kind: 'ask'; readonly ask: Ask }
  | { readonly kind: 'ask-player'; readonly question: AskedPlayer }
  | { readonly kind: 'ban'; readonly question: AskedBan }
  /** Goes on typing. */
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'help' }
  /** What the page itself offers. */
  | { readonly kind: 'run'; readonly run: () => void }
  | { readonly kind: 'theme'; readonly theme: 'dark' | 'light' | 'system' };

/** Lines that belong together, under a title. */
export interface Group {
  readonly key: string;
  readonly title: string;
  readonly items: readonly Item[];
  /** How many were left out. */
  readonly more: number;
}
