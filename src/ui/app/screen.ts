/** What the portal knows of a screen: what it shows, what stands around it, and who leads to it. */
import type { ReactNode } from 'react';
import type { ParamsOf, RouteName } from '../../domain/routes/routes.ts';
import type { UiComponent } from '../../protocol/session/events.ts';
import type { NavLink, PortalPage, ServerPage } from '../shell/keys/reach.ts';

/**
 * What stands around a screen. `shell`: the portal's bars. `window`: banners alone. `wall` and `display`: nothing, and
 * they get up again by themselves, since nobody is there to reload; a wall has the palette. `nothing`: nothing.
 */
export type Surrounding =
  /** `reloads`: its name for an operator who has a part of the portal loaded again. */
  | { readonly around: 'shell'; readonly reloads: UiComponent }
  | { readonly around: 'window' | 'wall' | 'display' | 'nothing' };

export type Screen<Name extends RouteName> = Surrounding & {
  /** What the browser's tab calls it; null where the page says so itself, by what it shows. */
  readonly useTitle: (() => string) | null;
  readonly show: (params: ParamsOf<Name>) => ReactNode;
  /** A host that plays a recording has it too. */
  readonly recorded?: true;
  /** How it stands in the sidebar; `reach.ts` says which do. */
  readonly link?: Omit<NavLink, 'href' | 'offered'>;
  /** What the palette and the `g` keys offer. */
  readonly pages?: readonly PortalPage[];
  readonly ofServer?: readonly ServerPage[];
};
