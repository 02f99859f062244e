import { useCallback, useEffect, useRef, useState } from 'react';
import type { WebhookDelivery } from '../../protocol/webhooks/calls.ts';
import type { CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';

interface Deliveries {
  /** null: nothing was answered yet. */
  readonly rows: readonly WebhookDelivery[] | null;
  readonly error: CommandError | null;
  readonly busy: boolean;
  /** Reads those before them, too; null: that is all. */
  readonly older: (() => void) | null;
  readonly reload: () => void;
}

/** What a webhook was told, the newest first. All that is shown is read again where `version` is another. */
export function useDeliveries(banlist_id: string, webhook_id: string, version: string): Deliveries {
  const commands = useCommands();
  const [held, setHeld] = useState<{
    readonly rows: readonly WebhookDelivery[];
    readonly more: boolean;
  } | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(true);
  const pages = useRef(1);
  const asked = useRef(0);
  const answered = useRef(0);
  const reload = useCallback(async () => {
    const round = ++asked.current;
    setBusy(true);
    let rows: readonly WebhookDelivery[] = [];
    let more = true;
    let refused: CommandError | null = null;
    for (let page = 0; page < pages.current && more && refused === null; page++) {
      const last = rows.at(-1);
      const outcome = await commands.call('banListWebhookDeliveries', {
        params: { banlist_id, webhook_id },
        query: last === undefined ? {} : { before: last.id },
      });
      if (outcome.ok) {
        rows = [...rows, ...outcome.value.deliveries];
        more = outcome.value.more && outcome.value.deliveries.length > 0;
      } else refused = outcome.error;
    }
    // A later question may be answered before this one.
    if (round < answered.current) return;
    answered.current = round;
    if (round === asked.current) setBusy(false);
    setError(refused);
    if (refused === null) setHeld({ rows, more });
  }, [commands, banlist_id, webhook_id]);
  useEffect(() => void reload(), [reload, version]);
  const older = () => {
    pages.current += 1;
    void reload();
  };
  return {
    rows: held?.rows ?? null,
    error,
    busy,
    older: held?.more === true ? older : null,
    reload: () => void reload(),
  };
}
