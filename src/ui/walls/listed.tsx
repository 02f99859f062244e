import type { ReactNode } from 'react';
import type { CallName } from '../../protocol/calls.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import type { Called } from '../parts/use-call.ts';

/** A list that a call answers: it is loading, cannot be read, holds nothing, or is shown as `children` says. */
export function Listed<N extends CallName, Row>({
  called: { answer, error, reload },
  rows,
  empty,
  children,
}: {
  readonly called: Called<N>;
  readonly rows: readonly Row[];
  readonly empty: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}) {
  return (
    <>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer === null && error === null ? <Loading lines={3} /> : null}
      {answer !== null && rows.length === 0 ? <p className="empty">{empty}</p> : null}
      {rows.length === 0 ? null : children(rows)}
    </>
  );
}
