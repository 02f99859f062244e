import type { DomainEvent } from '../../domain/event.ts';
import { entryHead, entryStream, HELD_ENTRIES } from '../../domain/feed/entries.ts';
import type { Outcome } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';

/** How many entries one page names. */
const PAGE = 200;

type PageEvent = Extract<DomainEvent, { source: 'rest'; event: 'feed' | 'console' }>;

interface Asked {
  readonly server_id: string;
  readonly stream: 'feed' | 'console';
  /** It is told without addresses and identifiers. */
  readonly isFiltered: boolean;
  /** The oldest position that is held. */
  readonly floor: number;
}

interface Deps {
  readonly rest: RestClient;
  readonly engine: Engine;
  readonly environment: Environment;
}

/** Puts the page before what is held of a server's feed or console; `more`: the host keeps older ones. */
export async function takeOlder(
  deps: Deps,
  server_id: string,
  stream: 'feed' | 'console',
): Promise<Outcome<{ more: boolean }>> {
  const { engine } = deps;
  const whose = () => engine.rows.account.get('me')?.muster_id;
  const account = whose();
  const head = entryHead(engine.rows, server_id, stream);
  if (head === undefined || !head.more) return { ok: true, value: { more: false } };
  const { floor, position } = head;
  const isFiltered = head.id === entryStream(server_id, stream, true);
  const last = Math.max(1, position - HELD_ENTRIES);
  for (let before = floor; ; before -= PAGE) {
    const page = await askPage(deps, { server_id, stream, isFiltered, floor }, before);
    if (!page.ok) return page;
    // Rows that one account asked for are not shown to the next.
    if (whose() !== account) return { ok: true, value: { more: false } };
    const { entries, more } = page.value.data;
    // A host leaves out what it cannot read any more: what is asked for may stand before a whole page of that.
    if (entries.length === 0 && more) {
      if (before - PAGE > last) continue;
      // What is older still could not be held: there is nothing more to ask for.
      engine.dispatch(withoutMore(page.value));
      return { ok: true, value: { more: false } };
    }
    engine.dispatch(page.value);
    return { ok: true, value: { more } };
  }
}

function withoutMore(page: PageEvent): PageEvent {
  return page.event === 'feed'
    ? { ...page, data: { ...page.data, more: false } }
    : { ...page, data: { ...page.data, more: false } };
}

async function askPage(
  { rest, environment }: Pick<Deps, 'rest' | 'environment'>,
  { server_id, stream, isFiltered, floor }: Asked,
  before: number,
): Promise<Outcome<PageEvent>> {
  const input = { params: { server_id }, query: { before, limit: PAGE } };
  const at = environment.clock.now();
  const reaches = { server_id, older: true, before: floor, ...(isFiltered && { filtered: true }) };
  if (stream === 'feed') {
    const page = await rest.call(isFiltered ? 'feedFilteredPage' : 'feedPage', input);
    if (!page.ok) return page;
    const data = { ...page.value, ...reaches };
    return { ok: true, value: { source: 'rest', event: stream, at, data } };
  }
  const page = await rest.call(isFiltered ? 'consoleFilteredPage' : 'consolePage', input);
  if (!page.ok) return page;
  const data = { ...page.value, ...reaches };
  return { ok: true, value: { source: 'rest', event: stream, at, data } };
}
