import './paged.css';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagingRow } from '../../../domain/queries.ts';
import type { PagedName, PagedRow } from '../../../protocol/resources/registry.ts';
import type { Outcome } from '../../../worker/contract.ts';
import type { Owner } from '../../../protocol/resources/resource.ts';
import { useCommands, useConnectionKind, useReplaying } from '../../data/use-view.ts';
import { formatCount } from '../../text/format.ts';
import { errorText } from '../../text/problem-text.ts';
import type { Address } from '../addresses/parameters.ts';
import { useAddress } from '../addresses/use-address.ts';
import { ExportTools } from '../export/export-tools.tsx';
import { useExport } from '../export/use-export.ts';
import { Loading } from '../loading.tsx';
import { useLocale } from '../locale.ts';
import { Notice } from '../notice.tsx';
import { Panel } from '../panel.tsx';
import { Status } from '../status.tsx';
import { usePages } from '../use-pages.ts';
import { questionOf, type Narrowing, type PagedAddress } from './address.ts';
import { firstRows, pagedExport, type ExportedRows } from './paged-export.ts';
import { PagedFilters, type FilterLooks } from './filters.tsx';
import { PagedTable, type PagedColumn, type PagedLook } from './table.tsx';

/** Before a row is drawn it is taken for so high. */
const ROW_PX = 37;

/** What shows in the meantime was true before. */
const OLD: ReadonlySet<PagingRow['state']> = new Set(['loading', 'failed']);

interface PagedPanelProps<R extends PagedName> {
  readonly resource: R;
  /** Whose they are: a server's, a group's, or with neither what the account has for itself, or the host. */
  readonly owner: Owner;
  /** What of the page's address is this list's. */
  readonly address: Address<PagedAddress>;
  readonly texts: {
    readonly title: string;
    readonly search: string;
    /** Where there is no row at all, where the viewer may not see any, and in a recording, which has none. */
    readonly empty: string;
    readonly refused: string;
    readonly replaying: string;
  };
  readonly filters: FilterLooks<R>;
  readonly look?: PagedLook;
  readonly columns: readonly PagedColumn<R>[];
  /** The cells of a row; `choose` narrows the list down to what was pressed in it. */
  readonly cells: (row: PagedRow<R>, choose: (part: Narrowing<R>) => void) => ReactNode;
  /** How they are saved. */
  readonly exported: ExportedRows<R>;
  /** What can be done with all that are found; `first`: so many of them. */
  readonly tools?: (first: FirstRows<R>, total: number) => ReactNode;
}

export type FirstRows<R extends PagedName> = (
  most: number,
) => Promise<Outcome<readonly PagedRow<R>[]>>;

/** The rows of a resource of pages: live, sorted, searched and narrowed down as the address says, however many there are. */
export function PagedPanel<R extends PagedName>(props: PagedPanelProps<R>) {
  const { title, replaying } = props.texts;
  return useReplaying() ? (
    <Panel title={title}>
      <p className="soft">{replaying}</p>
    </Panel>
  ) : (
    <LivePages {...props} />
  );
}

function LivePages<R extends PagedName>({
  resource,
  owner,
  address: read,
  texts,
  filters,
  look = 'cards',
  columns,
  cells,
  exported,
  tools,
}: PagedPanelProps<R>) {
  const { t } = useTranslation('pages');
  const locale = useLocale();
  const [address, change] = useAddress(read);
  const scroller = useRef<HTMLDivElement>(null);
  const question = questionOf(resource, owner, address);
  const pages = usePages(question, scroller, ROW_PX);
  const { paging } = pages;
  const commands = useCommands();
  const saving = useExport();
  const connection = useConnectionKind();
  const isNarrowed = Object.keys(question.where).length > 0 || address.text.trim() !== '';
  const isShown = paging !== null && paging.total > 0;
  /** What was pressed to choose goes with it, whether it stands in a row or is a filter that is taken back. */
  const choose = (part: Partial<PagedAddress>) => {
    change(part);
    (scroller.current ?? document.getElementById('content'))?.focus({ preventScroll: true });
  };
  const list = () => {
    if (paging?.state === 'refused') return <p className="empty">{texts.refused}</p>;
    if (paging?.state === 'invalid') return <p className="empty">{t('invalid')}</p>;
    if (isShown) {
      return (
        <PagedTable
          resource={resource}
          look={look}
          label={texts.title}
          columns={columns}
          address={address}
          pages={pages}
          scroller={scroller}
          onChange={change}
          cells={(row) => cells(row, choose)}
        />
      );
    }
    if (paging?.state === 'ready')
      return <p className="empty">{isNarrowed ? t('noMatch') : texts.empty}</p>;
    return paging?.state === 'failed' ? null : <Loading lines={4} />;
  };
  return (
    <Panel
      title={texts.title}
      padded={false}
      tools={
        <>
          {isShown && (connection !== 'live' || OLD.has(paging.state)) ? (
            <Status tone="warn">{t('stale', { ns: 'common' })}</Status>
          ) : null}
          <span className="soft" role="status">
            {isShown
              ? t(paging.about ? 'about' : 'total', {
                  count: paging.total,
                  total: formatCount(paging.total, locale),
                })
              : null}
          </span>
        </>
      }
    >
      <PagedFilters
        resource={resource}
        search={texts.search}
        looks={filters}
        address={address}
        onChange={change}
        onChoose={choose}
      />
      {isShown ? (
        <div className="paged-tools">
          {tools?.((most) => firstRows(commands, question, most), paging.total)}
          <ExportTools
            saving={saving}
            still={false}
            onFormat={(format) =>
              void saving.begin(pagedExport(commands, question, exported, format))
            }
          />
        </div>
      ) : null}
      {saving.error === null ? null : <Notice tone="bad">{errorText(saving.error)}</Notice>}
      {paging?.state === 'failed' ? <Notice tone="warn">{t('failed')}</Notice> : null}
      {list()}
    </Panel>
  );
}
