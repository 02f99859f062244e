import { useEffect, useRef } from 'react';
import type { CallName } from '../../../protocol/calls.ts';
import type { CallInput, CommandError } from '../../../worker/contract.ts';
import { useOne } from '../../data/use-view.ts';
import { useCall, type Called } from '../../parts/use-call.ts';

/** Nobody stands by a wall to ask again: so long after no answer came, and after the host refused one. */
const AGAIN_MS = { unanswered: 5_000, refused: 60_000 };

/**
 * A call whose answer changes with the account's stream: whenever the host tells that a wall or a display
 * changed, or the connection is back, it is asked again; so it is by itself where that failed.
 */
export function useWallsCall<N extends CallName>(name: N, input: CallInput<N> | null): Called<N> {
  const called = useCall(name, input);
  const { error, reload } = called;
  const position = useOne({ view: 'account' }).row?.position;
  const connection = useOne({ view: 'link' }).row?.connection.kind;
  const live = connection === 'live';
  const asked = useRef<string | null>(null);
  useEffect(() => {
    // What was not known yet has not changed.
    if (position === undefined || connection === undefined) return;
    const moment = `${position} ${live}`;
    if (asked.current !== null && asked.current !== moment && live) reload();
    asked.current = moment;
  }, [position, connection, live, reload]);
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
