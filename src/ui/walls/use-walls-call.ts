import { useEffect, useRef } from 'react';
import type { CallName } from '../../protocol/calls.ts';
import type { CallInput } from '../../worker/contract.ts';
import { useOne } from '../data/use-view.ts';
import { useCall, type Called } from '../parts/use-call.ts';

/**
 * A call whose answer changes with the account's stream: whenever the host tells that a wall or a display
 * changed, or the connection is back, it is asked again.
 */
export function useWallsCall<N extends CallName>(name: N, input: CallInput<N> | null): Called<N> {
  const called = useCall(name, input);
  const { reload } = called;
  const position = useOne({ view: 'account' }).row?.position;
  const live = useOne({ view: 'link' }).row?.connection.kind === 'live';
  const asked = useRef<string | null>(null);
  useEffect(() => {
    const moment = `${position} ${live}`;
    if (asked.current !== null && asked.current !== moment && live) reload();
    asked.current = moment;
  }, [position, live, reload]);
  return called;
}
