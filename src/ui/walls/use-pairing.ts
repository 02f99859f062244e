import { useEffect, useState } from 'react';
import type { CommandError } from '../../worker/contract.ts';
import type { TabCommands } from '../data/connect.ts';
import { useCommands } from '../data/use-view.ts';

/** Between two questions whether the code was typed, and before another try where something failed. */
const ASK_MS = 2_500;
const RETRY_MS = 5_000;

export interface Pairing {
  readonly code: string | null;
  readonly expiresAt: number;
  /** Why there is no code, or no answer. */
  readonly error: CommandError | null;
}

const NO_CODE: Pairing = { code: null, expiresAt: 0, error: null };

/**
 * Shows codes, one after the other, until one of them was typed: then the worker connects as the display
 * that this screen is from then on. It gives up never. After each code it is tried whether the screen may
 * come back as what it was: the account that paired it can be let in again.
 */
export function usePairing(): Pairing {
  const commands = useCommands();
  const [pairing, setPairing] = useState(NO_CODE);
  useEffect(() => {
    const run = { wanted: true };
    void keepPairing(commands, run, setPairing);
    return () => {
      run.wanted = false;
    };
  }, [commands]);
  return pairing;
}

async function keepPairing(
  commands: Pick<TabCommands, 'call' | 'reconnect'>,
  run: { readonly wanted: boolean },
  show: (pairing: Pairing) => void,
): Promise<void> {
  while (run.wanted) {
    const started = await commands.call('pairingStart', { body: {} });
    if (!run.wanted) return;
    if (!started.ok) {
      show({ ...NO_CODE, error: started.error });
      await wait(retryAfter(started.error));
      continue;
    }
    const { code, secret, expires_at: expiresAt } = started.value;
    show({ code, expiresAt, error: null });
    for (let over = false; run.wanted && !over;) {
      await wait(ASK_MS);
      if (!run.wanted) return;
      const claimed = await commands.call('pairingClaim', { body: { secret } });
      if (!run.wanted) return;
      const paired = claimed.ok && claimed.value.state === 'paired';
      const expired =
        !claimed.ok &&
        claimed.error.kind === 'problem' &&
        claimed.error.problem.code === 'pairing-expired';
      if (paired || expired) over = true;
      else show({ code, expiresAt, error: claimed.ok ? null : claimed.error });
      if (!claimed.ok && !expired) await wait(retryAfter(claimed.error));
    }
    if (!run.wanted) return;
    await commands.reconnect();
    // Connecting takes this screen away; where it is still here, it was not let in.
    await wait(ASK_MS);
  }
}

function retryAfter(error: CommandError): number {
  const seconds = error.kind === 'problem' ? (error.problem.retry_after ?? 0) : 0;
  return Math.max(RETRY_MS, seconds * 1_000);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
