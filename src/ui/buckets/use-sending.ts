import { useRef, useState } from 'react';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import type { CallInput, Outcome } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { newRequestId } from '../parts/request-id.ts';

/** How far the entries of a text are sent. What was sent is there, whatever becomes of the rest. */
export interface Sent {
  readonly done: number;
  readonly all: number;
  readonly added: number;
  /** In the bucket already. */
  readonly known: number;
}

type NewEntry = NonNullable<CallInput<'bucketEntriesAdd'>['body']>['entries'][number];

type Unsent = Omit<NewEntry, 'entry_id'>;

/** Sends entries to a bucket, as many at once as the host takes; sent again, the same ones go on where it stopped. */
export function useSending(bucket_id: string) {
  const commands = useCommands();
  const [sent, setSent] = useState<Sent | null>(null);
  const before = useRef<{ what: string; entries: readonly NewEntry[]; sent: Sent } | null>(null);
  /** `from`: what the entries were read from. Each has one id however often it is sent, so that it is added once. */
  const send = async (
    from: readonly unknown[],
    unsent: readonly Unsent[],
  ): Promise<Outcome<Pick<Sent, 'added' | 'known'>>> => {
    const what = JSON.stringify(from);
    if (before.current?.what !== what) {
      const entries = unsent.map((entry) => ({ ...entry, entry_id: newRequestId() }));
      before.current = {
        what,
        entries,
        sent: { done: 0, all: entries.length, added: 0, known: 0 },
      };
    }
    const { entries } = before.current;
    let now = before.current.sent;
    while (now.done < entries.length) {
      before.current = { what, entries, sent: now };
      setSent(now);
      const part = entries.slice(now.done, now.done + BUCKET_LIMIT.atOnce);
      const params = { bucket_id };
      const body = { entries: part };
      const outcome = await commands.call('bucketEntriesAdd', { params, body });
      if (!outcome.ok) return outcome;
      const { added, known } = outcome.value;
      const done = now.done + part.length;
      now = { ...now, done, added: now.added + added, known: now.known + known };
    }
    before.current = null;
    return { ok: true, value: now };
  };
  const forget = () => {
    before.current = null;
    setSent(null);
  };
  return { sent, send, forget };
}
