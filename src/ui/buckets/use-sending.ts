import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import type { CallInput, Outcome } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { bucketErrorText, mayIn, type Bucket } from '../entries/bucket.ts';
import { newRequestId } from '../parts/request-id.ts';
import { running, toast } from '../parts/toasts.tsx';

/** How far the entries of a text are sent. What was sent is there, whatever becomes of the rest. */
export interface Sent {
  readonly done: number;
  readonly all: number;
  readonly added: number;
  /** In the bucket already. */
  readonly known: number;
}

/** What became of all of them, and by which ids those are there that were added. */
interface Added extends Pick<Sent, 'added' | 'known'> {
  readonly ids: readonly string[];
}

type NewEntry = NonNullable<CallInput<'bucketEntriesAdd'>['body']>['entries'][number];

type Unsent = Omit<NewEntry, 'entry_id'>;

/** What is sent, of what it was read, and how far that is. */
interface Sending {
  readonly from: readonly (string | number | null)[];
  readonly entries: readonly NewEntry[];
  readonly sent: Sent;
}

/** Sends entries to a bucket, as many at once as the host takes; sent again, the same ones go on where it stopped. */
function useSending(bucket_id: string) {
  const commands = useCommands();
  const [sent, setSent] = useState<Sent | null>(null);
  const before = useRef<Sending | null>(null);
  /** `from`: what the entries were read from. Each has one id however often it is sent, so that it is added once. */
  const send = async (
    from: Sending['from'],
    unsent: readonly Unsent[],
  ): Promise<Outcome<Added>> => {
    if (before.current === null || !isSame(before.current.from, from)) {
      const entries = unsent.map((entry) => ({ ...entry, entry_id: newRequestId() }));
      before.current = {
        from,
        entries,
        sent: { done: 0, all: entries.length, added: 0, known: 0 },
      };
    }
    const { entries } = before.current;
    let now = before.current.sent;
    while (now.done < entries.length) {
      before.current = { from, entries, sent: now };
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
    return { ok: true, value: { ...now, ids: entries.map(({ entry_id }) => entry_id) } };
  };
  /** Of what was sent so far; what the answer was lost to may be there, too. */
  const sentIds = () => {
    const { entries = [], sent: { done } = { done: 0 } } = before.current ?? {};
    return entries.slice(0, done + BUCKET_LIMIT.atOnce).map(({ entry_id }) => entry_id);
  };
  const forget = () => {
    before.current = null;
    setSent(null);
  };
  return { sent, send, sentIds, forget };
}

function isSame(one: Sending['from'], other: Sending['from']): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** Takes entries out again that a text added, as many at once as the host takes, and says how far it is. What was not added by it stays. */
function useTakeBack(bucket_id: string): (ids: readonly string[]) => Promise<void> {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const take = async (ids: readonly string[], before = 0): Promise<void> => {
    const count = ids.length;
    const shown = running(t('add.takingBack', { done: 0, count }));
    let removed = before;
    for (let done = 0; done < count; done += BUCKET_LIMIT.atOnce) {
      shown.say(t('add.takingBack', { done, count }));
      const outcome = await commands.call('bucketEntriesRemove', {
        params: { bucket_id },
        body: { ids: ids.slice(done, done + BUCKET_LIMIT.atOnce) },
      });
      if (!outcome.ok) {
        shown.end();
        const why = bucketErrorText(outcome.error);
        const rest = ids.slice(done);
        toast(t('add.backStopped', { count: removed, why }), 'bad', () => void take(rest, removed));
        return;
      }
      removed += outcome.value.removed;
    }
    shown.end();
    toast(t('add.tookBack', { count: removed }));
  };
  return (ids) => take(ids);
}

/** Adds what a text has to a bucket, and takes it out again for whoever may: while it is sent, and once it is there. */
export function useAdding(bucket: Bucket, onClose: () => void) {
  const { t } = useTranslation('buckets');
  const { sent, send, sentIds, forget } = useSending(bucket.id);
  const takeBack = useTakeBack(bucket.id);
  const removes = mayIn(bucket, 'bucket.remove');
  const onBack = () => {
    void takeBack(sentIds());
    forget();
    onClose();
  };
  /** `said`: what was added. */
  const done = (said: string, { added, known, ids }: Added) => {
    toast(
      known === 0 || added === 0 ? said : `${said} ${t('add.known', { count: known })}`,
      'good',
      added > 0 && removes ? () => void takeBack(ids) : null,
    );
    onClose();
  };
  return { sent, send, forget, onBack: removes ? onBack : null, done };
}
