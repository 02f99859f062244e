import { signal } from '@preact/signals-react';
import { useSignalValue } from '../../data/use-signal.ts';
import { useCommands } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import { groupErrorText } from '../known/refusals.ts';
import type { Taker } from '../known/takers.ts';

/** What was moved last in this tab, and how it can be taken back. */
interface Moved {
  readonly serverId: string;
  readonly name: string;
  readonly to: Taker;
  /** null: whoever moved it may not give it back. */
  readonly from: Taker | null;
}

/** So long it can be taken back where it was moved. */
const UNDO_MS = 10_000;
const last = signal<Moved | null>(null);

/** Says that a server was moved, where it can be taken back for a while. */
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

/** Gives a server to another owner. */
export function useMoveServer() {
  const commands = useCommands();
  return (serverId: string, { kind, id }: Taker) =>
    commands.call('serverMove', { params: { server_id: serverId }, body: { to: { kind, id } } });
}

/** Takes the last move back. */
export function useMoveBack(): (moved: Moved, done: string) => Promise<void> {
  const move = useMoveServer();
  return async ({ serverId, from }, done) => {
    if (from === null) return;
    last.value = null;
    const outcome = await move(serverId, from);
    if (outcome.ok) toast(done);
    else toast(groupErrorText(outcome.error), 'bad');
  };
}
