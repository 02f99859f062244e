import { useEffect, useRef, useState } from 'react';
import type { FileBan } from '../../../domain/bans/file.ts';
import { BAN_LIMIT } from '../../../protocol/bans/limits.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { newRequestId } from '../../parts/request-id.ts';
import { readBans, type BansOfFile, type FileFault } from './read-bans.ts';

/** How far an import is. What was sent is there, whatever becomes of the rest: sent again, it is known. */
export interface Sent {
  /** By what all that it adds can be taken back. */
  readonly id: string;
  readonly done: number;
  readonly added: number;
  /** Banned on this list already. */
  readonly known: number;
}

export type Importing =
  | { readonly kind: 'choosing'; readonly fault: FileFault | null }
  | { readonly kind: 'reading'; readonly bytes: number; readonly all: number }
  | { readonly kind: 'read'; readonly name: string; readonly file: BansOfFile }
  | {
      readonly kind: 'sending';
      readonly file: BansOfFile;
      readonly sent: Sent;
      readonly name: string;
    }
  /** It was stopped, or the host did not take what came next. */
  | {
      readonly kind: 'stopped';
      readonly name: string;
      readonly file: BansOfFile;
      readonly sent: Sent;
      readonly error: CommandError | null;
    }
  | { readonly kind: 'done'; readonly sent: Sent };

/** Reads a file of bans in this browser, and sends what is in it to a list, a part at a time. */
export function useImport(listId: string) {
  const commands = useCommands();
  const [state, setState] = useState<Importing>({ kind: 'choosing', fault: null });
  const under = useRef<AbortController | null>(null);
  const begin = () => {
    under.current?.abort();
    under.current = new AbortController();
    return under.current.signal;
  };
  useEffect(() => () => under.current?.abort(), []);

  const choose = async (file: File) => {
    const signal = begin();
    const { name, size: all } = file;
    setState({ kind: 'reading', bytes: 0, all });
    const told = (bytes: number) => {
      if (!signal.aborted) setState({ kind: 'reading', bytes, all });
    };
    const read = await readBans(file, Date.now(), told, signal).catch((error: unknown) => {
      // Whatever it is, somebody who waits can choose again.
      if (!signal.aborted) reportError(error);
      return 'unreadable' as const;
    });
    if (signal.aborted) return;
    setState(
      typeof read === 'string'
        ? { kind: 'choosing', fault: read }
        : { kind: 'read', name, file: read },
    );
  };

  const send = async (name: string, file: BansOfFile, from?: Sent) => {
    const signal = begin();
    let sent = from ?? { id: newRequestId(), done: 0, added: 0, known: 0 };
    while (sent.done < file.bans.length) {
      setState({ kind: 'sending', name, file, sent });
      const part = file.bans.slice(sent.done, sent.done + BAN_LIMIT.atOnce);
      const outcome = await commands.call('banImport', {
        params: { banlist_id: listId },
        body: { bans: part.map(wireOf), import_id: sent.id },
      });
      if (!outcome.ok) return setState({ kind: 'stopped', name, file, sent, error: outcome.error });
      const { added, known } = outcome.value;
      sent = {
        ...sent,
        done: sent.done + part.length,
        added: sent.added + added,
        known: sent.known + known,
      };
      if (signal.aborted) return setState({ kind: 'stopped', name, file, sent, error: null });
    }
    setState({ kind: 'done', sent });
  };

  return {
    state,
    choose,
    send,
    /** What is under way ends with the part that is sent. */
    stop: () => under.current?.abort(),
    again: () => {
      begin();
      setState({ kind: 'choosing', fault: null });
    },
  };
}

function wireOf({ banned, ...said }: FileBan) {
  return { banned: { ...banned }, ...said };
}
