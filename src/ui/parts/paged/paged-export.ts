import { exportHead, type ExportFormat } from '../../../domain/export.ts';
import { pathOf, type PagedQuestion } from '../../../domain/queries.ts';
import { PAGED_MAX } from '../../../protocol/resources/paged-calls.ts';
import type { PagedName, PagedRow } from '../../../protocol/resources/registry.ts';
import { hostTime } from '../../data/host-clock.ts';
import { clock } from '../../data/clock.ts';
import type { TabCommands } from '../../data/connect.ts';
import type { Outcome } from '../../../worker/contract.ts';
import type { ExportOf } from '../export/use-export.ts';

/** How rows stand in a file. */
export interface ExportedRows<R extends PagedName> {
  /** Of the file, before the day. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly line: (format: ExportFormat, row: PagedRow<R>) => string;
}

type Asked<R extends PagedName> = PagedQuestion & { readonly resource: R };

/** All rows that a question finds, in its order. */
export function pagedExport<R extends PagedName>(
  commands: TabCommands,
  question: Asked<R>,
  { name, columns, line }: ExportedRows<R>,
  format: ExportFormat,
): ExportOf {
  return {
    format,
    name: `${name}-${new Date(hostTime(clock.peek())).toISOString().slice(0, 10)}`,
    head: exportHead(format, columns),
    async page(after) {
      const outcome = await readPage(commands, question, after);
      if (!outcome.ok) return outcome;
      const { rows, next } = outcome.value;
      const lines = rows.map((row) => line(format, row));
      return { ok: true, value: { lines, next, back: null, share: null } };
    },
  };
}

/** The first rows that a question finds, in its order. */
export async function firstRows<R extends PagedName>(
  commands: TabCommands,
  question: Asked<R>,
  most: number,
): Promise<Outcome<readonly PagedRow<R>[]>> {
  const found: PagedRow<R>[] = [];
  let after: string | null = null;
  do {
    const outcome: Page<R> = await readPage(commands, question, after);
    if (!outcome.ok) return outcome;
    found.push(...outcome.value.rows);
    after = outcome.value.next;
  } while (after !== null && found.length < most);
  return { ok: true, value: found.slice(0, most) };
}

type Page<R extends PagedName> = Outcome<{
  readonly rows: readonly PagedRow<R>[];
  readonly next: string | null;
}>;

async function readPage<R extends PagedName>(
  commands: TabCommands,
  question: Asked<R>,
  after: string | null,
): Promise<Page<R>> {
  const { resource, order, direction, text, where } = question;
  const search = text.trim();
  const asked = { ...where, order, direction, ...(search === '' ? {} : { search }) };
  const query = { ...asked, limit: PAGED_MAX, ...(after === null ? {} : { after }) };
  const outcome = await commands.call(`${resource as PagedName}Page`, {
    params: pathOf(question) as never,
    query: query as never,
  });
  if (!outcome.ok) return outcome;
  const { rows, next } = outcome.value;
  return { ok: true, value: { rows: rows as readonly PagedRow[] as readonly PagedRow<R>[], next } };
}
