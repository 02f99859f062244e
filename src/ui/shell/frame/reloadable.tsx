import { Fragment, type ReactNode } from 'react';
import type { UiComponent } from '../../../protocol/session/events.ts';
import { useReloads } from '../../data/use-view.ts';

/** A part of the portal that is mounted anew when the operator asks for it (`ui:reload:components`). */
export function Reloadable({
  name,
  children,
}: {
  readonly name: UiComponent;
  readonly children: ReactNode;
}) {
  return <Fragment key={useReloads(name)}>{children}</Fragment>;
}
