import type { ReactNode } from 'react';

/** Names and figures, one under the other. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="inspector-facts">{children}</dl>;
}

/** One of them. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="numeric">{children}</dd>
    </div>
  );
}
