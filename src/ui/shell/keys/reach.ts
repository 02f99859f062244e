import type { TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { AccountRow } from '../../../domain/rows.ts';
import type { Texts } from '../../text/en/all.ts';

/** A page with an address of its own. */
export interface PortalPage {
  /** Its text in the palette. */
  readonly name: keyof Texts['palette']['page'];
  readonly href: string;
  /** The letter that goes there after `g`. */
  readonly key?: string;
  /** Whether the account is offered it; everybody is, where this is absent. */
  readonly offered?: (account: AccountRow | undefined) => boolean;
  /** A recording is shown on it. */
  readonly replayed?: true;
}

/** A page of one server. */
export interface ServerPage {
  /** Its text in the palette, and the words that it is found by. */
  readonly name: keyof Texts['palette']['page'] & keyof Texts['palette']['words'];
  readonly href: (serverId: string) => string;
  readonly offered: (account: AccountRow | undefined, serverId: string) => boolean;
  readonly replayed?: true;
}

/** A link of the sidebar. */
export interface NavLink {
  readonly label:
    | 'dashboard'
    | 'history'
    | 'search'
    | 'walls'
    | 'consoles'
    | 'people'
    | 'teams'
    | 'organizations'
    | 'banLists'
    | 'buckets';
  readonly href: string;
  readonly icon: LucideIcon;
  /** The pages below it are marked as it is. */
  readonly withBelow?: true;
  /** How many invitations wait there, where they do. */
  readonly waiting?: (account: AccountRow | undefined, now: number) => number;
  /** Whether the account is shown it. */
  readonly offered: (account: AccountRow | undefined) => boolean;
  readonly replayed?: true;
}

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

export interface ShortcutGroup {
  readonly title: string;
  /** Works with a single key, so it can be switched off. */
  readonly single: boolean;
  readonly shortcuts: readonly Shortcut[];
}

/** Where one is, for what can be done there: only in the portal can something be asked of a server. */
export type From = 'portal' | 'served' | 'replay' | 'chooser';

export type ScreenShortcuts = (t: TFunction<'palette'>, from: From) => readonly ShortcutGroup[];

const NO_SHORTCUTS = Promise.resolve<ScreenShortcuts>(() => []);

/** Where the palette, the sidebar and the `g` keys lead from a page, and which keys its screens have. */
export interface Reach {
  readonly from: From;
  readonly pages: readonly PortalPage[];
  readonly serverPages: readonly ServerPage[];
  readonly links: readonly NavLink[];
  /** Keys beside those that work everywhere; the same promise each time. */
  readonly shortcuts: () => Promise<ScreenShortcuts>;
}

/** What the shell shows of the screens, which stand above it. */
export const ReachContext = createContext<Reach>({
  from: 'portal',
  pages: [],
  serverPages: [],
  links: [],
  shortcuts: () => NO_SHORTCUTS,
});

export function useReach(): Reach {
  return useContext(ReachContext);
}
