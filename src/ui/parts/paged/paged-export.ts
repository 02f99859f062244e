import { exportHead, type ExportFormat } from '../../../domain/export.ts';
import { pathOf, type PagedQuestion } from '../../../domain/queries.ts';
import { PAGED_MAX } from '../../../protocol/resources/paged-calls.ts';
import type { PagedName, PagedRow } from '../../../protocol/resources/registry.ts';
import { hostTime } from '../../data/host-clock.ts';
import { clock } from '../../data/clock.ts';
import type { useCommands } from '../../data/use-view.ts';
import type { ExportOf } from '../export/use-export.ts';

/** How rows stand in a file. */
export interface ExportedRows<R extends PagedName> {
  /** Of the file, before the day. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly line: (format: ExportFormat, row: PagedRow<R>) => string;
}

/** All rows that a question finds, in its order. */
export function pagedExport<R extends PagedName>(
  commands: ReturnType<typeof useCommands>,
  question: PagedQuestion & { readonly resource: R },
  { name, columns, line }: ExportedRows<R>,
  format: ExportFormat,
): ExportOf {
  const { resource, order, direction, text, where } = question;
  const search = text.trim();
  const asked = { ...where, order, direction, ...(search === '' ? {} : { search }) };
  return {
    format,
    name: `${name}-${new Date(hostTime(clock.peek())).toISOString().slice(0, 10)}`,
    head: exportHead(format, columns),
    async page(after) {
      const query = { ...asked, limit: PAGED_MAX, ...(after === null ? {} : { after }) };
      const outcome = await commands.call(`${resource as PagedName}Page`, {
        params: pathOf(question) as never,
        query: query as never,
      });
      if (!outcome.ok) return outcome;
      const { rows, next } = outcome.value;
      const lines = rows.map((row) => line(format, row as PagedRow as PagedRow<R>));
      return { ok: true, value: { lines, next, back: null, share: null } };
    },
  };
}
