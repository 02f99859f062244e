import { exportHead, type ExportFormat } from '../../domain/export.ts';
import { HISTORY_COLUMNS, historyLine } from '../../domain/history/export.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import { HISTORY_PAGE_MAX } from '../../protocol/history/calls.ts';
import { auditWords } from '../audit/audit-text.ts';
import type { useCommands } from '../data/use-view.ts';
import type { ExportOf } from '../parts/export/use-export.ts';
import type { Locale } from '../text/locale.ts';
import type { HistoryQuestion } from './question.ts';

/** All that a question finds, up to now: what happens in the meantime is not in it. */
export function historyExport(
  commands: ReturnType<typeof useCommands>,
  question: HistoryQuestion,
  {
    format,
    now,
    locale,
  }: { readonly format: ExportFormat; readonly now: number; readonly locale: Locale },
): ExportOf {
  const until = Number(question.until ?? now);
  const from = question.from === undefined ? null : Number(question.from);
  return {
    format,
    name: `history-${new Date(now).toISOString().slice(0, 10)}`,
    head: exportHead(format, HISTORY_COLUMNS),
    async page(after) {
      const page = { limit: HISTORY_PAGE_MAX, until, ...(after === null ? {} : { after }) };
      const query: HistoryQuestion = { ...question, ...page };
      const outcome = await commands.call('historyPage', { query });
      if (!outcome.ok) return outcome;
      const { entries, servers, next } = outcome.value;
      const names = new Map(servers.map((server) => [server.id, serverName(server)]));
      const lines = entries.map((told) => {
        const words = told.of === 'audit' ? auditWords(told.entry, locale) : null;
        return historyLine(format, told, names.get(told.server_id) ?? '', words);
      });
      const back = entries.at(-1)?.at ?? null;
      const share = from === null || back === null ? null : (until - back) / (until - from || 1);
      return { ok: true, value: { lines, next, back, share } };
    },
  };
}
