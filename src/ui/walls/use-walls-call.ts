import { useEffect, useRef } from 'react';
import type { CallName } from '../../protocol/calls.ts';
import type { CallInput, CommandError } from '../../worker/contract.ts';
import { useOne } from '../data/use-view.ts';
import { useCall, type Called } from '../parts/use-call.ts';

/** Where the host did not answer, it is asked again after so long. */
const RETRY_MS = 5_000;

/**
 * A call whose answer changes with the account's stream: whenever the host tells that a wall or a display
 * changed, or the connection is back, it is asked again; so it is where no answer came.
 */
export function useWallsCall<N extends CallName>(name: N, input: CallInput<N> | null): Called<N> {
  const called = useCall(name, input);
  const { error, reload } = called;
  const position = useOne({ view: 'account' }).row?.position;
  const live = useOne({ view: 'link' }).row?.connection.kind === 'live';
  const asked = useRef<string | null>(null);
  useEffect(() => {
    const moment = `${position} ${live}`;
    if (asked.current !== null && asked.current !== moment && live) reload();
    asked.current = moment;
  }, [position, live, reload]);
  useEffect(() => {
    if (!live || error === null || isAnswer(error)) return;
    const timer = setTimeout(reload, RETRY_MS);
    return () => clearTimeout(timer);
  }, [error, live, reload]);
  return called;
}

/** The host said why not, and would say so again. */
function isAnswer(error: CommandError): boolean {
  return error.kind === 'problem' && error.problem.status < 500;
}
