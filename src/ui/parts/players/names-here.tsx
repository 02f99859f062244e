import { useState, type ReactNode } from 'react';
import { collectNames, NamedContext, NamesakesContext } from './namesakes.ts';

/** Of the names below, those that several people have are told apart: in what happened, on whatever server. */
export function NamesHere({ children }: { readonly children: ReactNode }) {
  const [{ all, add }] = useState(collectNames);
  return (
    <NamesakesContext value={all}>
      <NamedContext value={add}>{children}</NamedContext>
    </NamesakesContext>
  );
}
