import { useRef, useState } from 'react';
import type { ReadPerson } from '../../domain/buckets/people.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import type { Outcome } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { newRequestId } from '../parts/request-id.ts';

/** How far people of a text are sent. What was sent is there, whatever becomes of the rest. */
interface Sent {
  readonly done: number;
  readonly all: number;
  readonly added: number;
  /** In the bucket already. */
  readonly known: number;
}

/** What those have for whom the text does not say it. */
interface Rest {
  readonly comment: string;
  readonly minutes: number | null;
}

/** Sends people to a bucket, as many at once as the host takes; sent again, the same ones go on where it stopped. */
export function useSending(bucket_id: string) {
  const commands = useCommands();
  const [sent, setSent] = useState<Sent | null>(null);
  const before = useRef({ what: '', sent: null as Sent | null });
  /** `text`: what the people were read from. */
  const send = async (
    text: string,
    people: readonly ReadPerson[],
    rest: Rest,
  ): Promise<Outcome<Pick<Sent, 'added' | 'known'>>> => {
    const what = JSON.stringify([text, rest]);
    const isSame = before.current.what === what && before.current.sent !== null;
    let now: Sent = (isSame ? before.current.sent : null) ?? {
      done: 0,
      all: people.length,
      added: 0,
      known: 0,
    };
    while (now.done < people.length) {
      before.current = { what, sent: now };
      setSent(now);
      const part = people.slice(now.done, now.done + BUCKET_LIMIT.atOnce);
      const entries = part.map((person) => ({
        entry_id: newRequestId(),
        what: person.what,
        comment: person.comment === '' ? rest.comment : person.comment,
        minutes: person.minutes === undefined ? rest.minutes : person.minutes,
      }));
      const params = { bucket_id };
      const outcome = await commands.call('bucketEntriesAdd', { params, body: { entries } });
      if (!outcome.ok) return outcome;
      const { added, known } = outcome.value;
      const done = now.done + part.length;
      now = { ...now, done, added: now.added + added, known: now.known + known };
    }
    before.current = { what: '', sent: null };
    return { ok: true, value: now };
  };
  const forget = () => {
    before.current = { what: '', sent: null };
    setSent(null);
  };
  return { sent, send, forget };
}
