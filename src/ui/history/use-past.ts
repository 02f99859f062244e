import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { recordingLines } from '../../domain/recordings/write.ts';
import type { RecordedEvent } from '../../domain/known.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { openReplay, type Opening, type OpenReplay } from '../replay/connect.ts';

type Past = CallAnswer<'serverPast'>;

/** A stretch of a server's past that is open. */
export interface OpenPast extends Past {
  readonly replay: OpenReplay;
}

type Failure = CommandError | { readonly kind: 'unreadable' };

/** A server around a moment; what was open stays until another stretch is. `account`: who looks. */
export function usePast(serverId: string, at: number, account: AccountRow | undefined) {
  const commands = useCommands();
  const [past, setPast] = useState<OpenPast | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  const opening = useRef<Opening | null>(null);
  const inside = past !== null && at >= past.from && at <= past.until;
  const isReady = account !== undefined;
  // Who looks is asked once: a change of their permissions opens nothing again.
  const asFile = useEffectEvent((told: Past) =>
    account === undefined ? null : fileOf(told, serverId, account),
  );

  useEffect(() => {
    if (inside || !isReady) return undefined;
    let wanted = true;
    const open = async () => {
      const params = { server_id: serverId };
      const outcome = await commands.call('serverPast', { params, query: { at } });
      if (!wanted) return;
      if (!outcome.ok) {
        setFailure(outcome.error);
        return;
      }
      const file = asFile(outcome.value);
      if (file === null) return;
      const begun = openReplay(file, () => undefined);
      const replay = await begun.opened;
      if (!wanted || typeof replay === 'string') {
        begun.cancel();
        if (wanted) setFailure({ kind: 'unreadable' });
        return;
      }
      await replay.controls.seekMoment(at);
      if (!wanted) {
        begun.cancel();
        return;
      }
      opening.current?.cancel();
      opening.current = begun;
      setFailure(null);
      setPast({ ...outcome.value, replay });
    };
    void open().catch(reportError);
    return () => {
      wanted = false;
    };
  }, [commands, serverId, at, inside, isReady, round]);
  useEffect(() => () => opening.current?.cancel(), []);
  // Back where something is open, nothing is wrong any more.
  return { past, failure: inside ? null : failure, again: () => setRound((value) => value + 1) };
}

/** What the host told, as a recording of whoever looks. */
function fileOf({ events }: Past, serverId: string, account: AccountRow): Blob {
  const { id: _, ...session } = account;
  const servers = { [serverId]: account.servers[serverId] ?? [] };
  const who = {
    source: 'rest',
    event: 'session',
    at: events[0]?.at ?? 0,
    data: { ...session, servers },
  };
  const recorded = events.map(({ stream, ...event }) =>
    stream === undefined ? event : { ...event, stream: stream.name, seq: stream.seq },
  );
  const options = { build: 'past', sources: ['realtime', 'rest'] } as const;
  const lines = [...recordingLines([who, ...recorded] as RecordedEvent[], options)];
  return new Blob(lines.map((line) => `${line}\n`));
}
