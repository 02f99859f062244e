import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import type { CallInput, Outcome } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { bucketErrorText, mayIn, type Bucket } from '../entries/bucket.ts';
import { newRequestId } from '../parts/request-id.ts';
import { sendParts, unsentParts, type Unsent } from '../parts/send-parts.ts';
import { running, toast } from '../parts/toasts.tsx';

/** How far the entries of a text are sent. What was sent is there, whatever becomes of the rest. */
export interface Sent extends Unsent {
  readonly all: number;
  readonly added: number;
  /** In the bucket already. */
  readonly known: number;
  /** The host takes no more for now. */
  readonly rests: boolean;
}

/** What became of all of them, and by which ids those are there that were added. */
interface Added extends Pick<Sent, 'added' | 'known'> {
  readonly ids: readonly string[];
}

type NewEntry = NonNullable<CallInput<'bucketEntriesAdd'>['body']>['entries'][number];

type GivenEntry = Omit<NewEntry, 'entry_id'>;

/** What is sent, of what it was read, and how far that is. */
interface Sending {
  readonly from: readonly (string | number | null)[];
  readonly entries: readonly NewEntry[];
  readonly sent: Sent;
}

const NOTHING: Sent = { all: 0, added: 0, known: 0, left: [], refused: [], rests: false };

function begun(from: Sending['from'], given: readonly GivenEntry[]): Sending {
  const all = given.length;
  return {
    from,
    entries: given.map((entry) => ({ ...entry, entry_id: newRequestId() })),
    sent: { ...NOTHING, all, left: [{ from: 0, to: all }] },
  };
}

/** Sends entries to a bucket, as many at once as the host takes; sent again, the same ones go on with what was not taken. */
function useSending(bucket_id: string) {
  const commands = useCommands();
  const [sent, setSent] = useState<Sent | null>(null);
  const before = useRef<Sending | null>(null);
  /** `from`: what the entries were read from. Each has one id however often it is sent, so that it is added once. */
  const send = async (
    from: Sending['from'],
    given: readonly GivenEntry[],
  ): Promise<Outcome<Added>> => {
    if (before.current === null || !isSame(before.current.from, from)) {
      before.current = begun(from, given);
    }
    const { entries } = before.current;
    const parts = unsentParts(before.current.sent);
    const tell = (of: Partial<Sent>) => {
      const now = { ...(before.current?.sent ?? NOTHING), ...of };
      before.current = { from, entries, sent: now };
      setSent(now);
      return now;
    };
    tell({ left: parts, refused: [] });
    const { error, ...unsent } = await sendParts(parts, {
      atOnce: BUCKET_LIMIT.atOnce,
      signal: new AbortController().signal,
      send: async (part) => {
        const body = { entries: entries.slice(part.from, part.to) };
        const outcome = await commands.call('bucketEntriesAdd', { params: { bucket_id }, body });
        if (!outcome.ok) return outcome.error;
        const { added, known } = before.current?.sent ?? NOTHING;
        tell({ added: added + outcome.value.added, known: known + outcome.value.known });
        return null;
      },
      told: tell,
    });
    const now = tell({ ...unsent, rests: false });
    const why = error ?? unsent.refused[0]?.error;
    if (why !== undefined) return { ok: false, error: why };
    before.current = null;
    return { ok: true, value: { ...now, ids: entries.map(({ entry_id }) => entry_id) } };
  };
  /** Of what was sent so far; what the answer was lost to may be there, too. */
  const sentIds = () => {
    const { entries = [], sent: { left } = NOTHING } = before.current ?? {};
    return entries
      .filter((_, at) => !left.some(({ from, to }) => from <= at && at < to))
      .map(({ entry_id }) => entry_id);
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
