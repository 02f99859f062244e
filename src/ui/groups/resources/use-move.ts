import { signal } from '@preact/signals-react';
import { useSignalValue } from '../../data/use-signal.ts';
import { useCommands } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import { groupErrorText } from '../known/refusals.ts';
import type { Taker } from '../known/takers.ts';
import type { Thing } from '../known/thing.ts';
import type { Outcome } from '../../../worker/contract.ts';

/** What was moved last in this tab, and how it can be taken back. */
interface Moved {
  readonly thing: Thing;
  readonly to: Taker;
  /** null: whoever moved it may not give it back. */
  readonly from: Taker | null;
}

/** So long it can be taken back where it was moved. */
const UNDO_MS = 10_000;
const last = signal<Moved | null>(null);

/** Says that something was moved, where it can be taken back for a while. */
export function tellMoved(moved: Moved): void {
  last.value = moved;
  setTimeout(() => {
    if (last.peek() === moved) last.value = null;
  }, UNDO_MS);
}

/** What was moved just now. */
export function useMoved(): Moved | null {
  return useSignalValue(last);
}

/** Gives something to another owner. */
export function useMove() {
  const commands = useCommands();
  return (
    { kind: what, id }: Pick<Thing, 'kind' | 'id'>,
    { kind, id: to }: Taker,
  ): Promise<Outcome<unknown>> => {
    const body = { to: { kind, id: to } };
    switch (what) {
      case 'server':
        return commands.call('serverMove', { params: { server_id: id }, body });
      case 'banlist':
        return commands.call('banListMove', { params: { banlist_id: id }, body });
      case 'bucket':
        return commands.call('bucketMove', { params: { bucket_id: id }, body });
    }
  };
}

/** Takes the last move back. */
export function useMoveBack(): (moved: Moved, done: string) => Promise<void> {
  const move = useMove();
  return async ({ thing, from }, done) => {
    if (from === null) return;
    last.value = null;
    const outcome = await move(thing, from);
    if (outcome.ok) toast(done);
    else toast(groupErrorText(outcome.error), 'bad');
  };
}
