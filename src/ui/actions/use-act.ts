import { useCallback } from 'react';
import type { ServerActionRequest } from '../../protocol/actions/calls.ts';
import { useCommands } from '../data/use-view.ts';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';

/** Asks something of a server; the outcome shows at the intention, a failure also as a toast. */
export function useAct(serverId: string): (request: ServerActionRequest) => Promise<boolean> {
  const commands = useCommands();
  return useCallback(
    async (request) => {
      const outcome = await commands.act(serverId, newRequestId(), request);
      if (!outcome.ok) toast(errorText(outcome.error), 'bad');
      return outcome.ok;
    },
    [commands, serverId],
  );
}
