import type { ReactNode } from 'react';

/** One of the facts of a `dl`. */
export function Fact({
  term,
  numeric = false,
  children,
}: {
  readonly term: string;
  readonly numeric?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={numeric ? 'numeric' : undefined}>{children}</dd>
    </div>
  );
}
