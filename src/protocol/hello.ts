/** A `hello` of an account with many servers, in messages that the host takes. */
import type { ClientMessage } from './frames.ts';
import { CURSORS_PER_MESSAGE } from './limits.ts';
import { PROTOCOL_VERSION } from './version.ts';

/** What a client begins with; `cursors` as [stream, newest position that it holds]. */
interface Greeting {
  readonly build: string;
  readonly cursors: Iterable<readonly [string, number]>;
}

/** The first messages of a socket, in their order: the host answers the last one. */
export function helloMessages({ build, cursors }: Greeting): readonly ClientMessage[] {
  const all = [...cursors];
  const parts: (typeof all)[] = [];
  for (let from = 0; from === 0 || from < all.length; from += CURSORS_PER_MESSAGE) {
    parts.push(all.slice(from, from + CURSORS_PER_MESSAGE));
  }
  return parts.map((part, index) => {
    const told = { cursors: Object.fromEntries(part), more: index < parts.length - 1 };
    if (index > 0) return { type: 'cursors', ...told };
    return { type: 'hello', protocol: PROTOCOL_VERSION, build, batches: true, ...told };
  });
}
