import { useCallback, useEffect, useState } from 'react';
import type { CallName } from '../../protocol/calls.ts';
import type { CallAnswer, CallInput, CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';

/** What a screen reads by a call: asked when it opens, and again on `reload`. */
export interface Called<N extends CallName> {
  readonly answer: CallAnswer<N> | null;
  readonly error: CommandError | null;
  readonly reload: () => void;
}

/**
 * Makes a reading call while the component is mounted. `input` is compared by its JSON; null asks
 * nothing. It is asked again where `version`, of what it reads, is another.
 */
export function useCall<N extends CallName>(
  name: N,
  input: CallInput<N> | null,
  version: number | string = 0,
): Called<N> {
  const commands = useCommands();
  const [answer, setAnswer] = useState<CallAnswer<N> | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const [round, setRound] = useState(0);
  const asked = input === null ? null : JSON.stringify(input);
  useEffect(() => {
    if (asked === null) return;
    let wanted = true;
    void commands.call(name, JSON.parse(asked) as CallInput<N>).then((outcome) => {
      if (!wanted) return;
      setError(outcome.ok ? null : outcome.error);
      if (outcome.ok) setAnswer(outcome.value);
    });
    return () => {
      wanted = false;
    };
  }, [commands, name, asked, version, round]);
  const reload = useCallback(() => setRound((value) => value + 1), []);
  return { answer, error, reload };
}
