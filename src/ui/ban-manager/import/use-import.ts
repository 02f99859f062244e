import { useEffect, useRef, useState } from 'react';
import type { FileBan } from '../../../domain/bans/file.ts';
import { BAN_LIMIT } from '../../../protocol/bans/limits.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { newRequestId } from '../../parts/request-id.ts';
import { sendParts, unsentParts, type Unsent } from '../../parts/send-parts.ts';
import { readBans, type BansOfFile, type FileFault } from './read-bans.ts';

/** How far an import is. What was sent is there, whatever becomes of the rest: sent again, it is known. */
export interface Sent extends Unsent {
  /** By what all that it adds can be taken back. */
  readonly id: string;
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
      /** The host takes no more for now. */
      readonly rests: boolean;
    }
  /** All of it was sent, or it was stopped, or the host takes no more of it (`error`). */
  | {
      readonly kind: 'ended';
      readonly name: string;
      readonly file: BansOfFile;
      readonly sent: Sent;
      readonly error: CommandError | null;
    };

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
    const all = { left: [{ from: 0, to: file.bans.length }], refused: [] };
    const before = from ?? { id: newRequestId(), added: 0, known: 0, ...all };
    const parts = unsentParts(before);
    let sent: Sent = { ...before, left: parts, refused: [] };
    setState({ kind: 'sending', name, file, sent, rests: false });
    const { error, ...unsent } = await sendParts(parts, {
      atOnce: BAN_LIMIT.atOnce,
      signal,
      send: async (part) => {
        const outcome = await commands.call('banImport', {
          params: { banlist_id: listId },
          body: { bans: file.bans.slice(part.from, part.to).map(wireOf), import_id: sent.id },
        });
        if (!outcome.ok) return outcome.error;
        const { added, known } = outcome.value;
        sent = { ...sent, added: sent.added + added, known: sent.known + known };
        return null;
      },
      told: ({ rests, ...now }) => {
        sent = { ...sent, ...now };
        setState({ kind: 'sending', name, file, sent, rests });
      },
    });
    setState({ kind: 'ended', name, file, sent: { ...sent, ...unsent }, error });
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
