import { useEffect } from 'react';
import type { CallName } from '../../../protocol/calls.ts';
import type { CallInput, CommandError } from '../../../worker/contract.ts';
import { useConnectionKind } from '../../data/use-view.ts';
import { useCall, type Called } from '../../parts/use-call.ts';

/** Nobody stands by a wall to ask again: so long after no answer came, and after the host refused one. */
const AGAIN_MS = { unanswered: 5_000, refused: 60_000 };

/**
 * A call that is asked whenever the connection is there, and again where `version`, of what it reads, is another; so
 * it is by itself where that failed.
 */
export function useUnattendedCall<N extends CallName>(
  name: N,
  input: CallInput<N> | null,
  version: number | undefined,
): Called<N> {
  const live = useConnectionKind() === 'live';
  const called = useCall(name, live ? input : null, version);
  const { error, reload } = called;
  useEffect(() => {
    // Each question that fails does so with another object.
    if (!live || error === null) return;
    const timer = setTimeout(reload, isAnswer(error) ? AGAIN_MS.refused : AGAIN_MS.unanswered);
    return () => clearTimeout(timer);
  }, [error, live, reload]);
  return called;
}

/** The host said why not, and would say so again for a while. */
function isAnswer(error: CommandError): boolean {
  return error.kind === 'problem' && error.problem.status < 500;
}
