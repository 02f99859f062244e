import { ArrowDown, ArrowUp } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagedRow } from '../../../protocol/resources/registry.ts';
import { useRow, type ViewHandle } from '../../data/use-view.ts';
import { useLocale } from '../../parts/locale.ts';
import type { PagesHandle, PlacedRow } from '../../parts/use-pages.ts';
import { formatMoment } from '../../text/format.ts';
import type { AuditAddress } from './audit-address.ts';
import { auditAction, auditDetails } from './audit-text.ts';

type Change = (part: Partial<AuditAddress>) => void;

const COLUMNS = [
  ['at', 'when'],
  ['actor_name', 'who'],
  ['action', 'what'],
] as const;

/** Entries of the audit that are in sight; what is long is shown whole, on more lines. */
export function AuditTable({
  address: { order, direction },
  pages,
  scroller,
  onChange,
  onChoose,
}: {
  readonly address: AuditAddress;
  readonly pages: PagesHandle<'audit'>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onChange: Change;
  readonly onChoose: Change;
}) {
  const { t } = useTranslation('serverPages');
  const { items, before, behind, row, paging } = pages;
  return (
    <div
      className="table-scroller audit"
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={t('audit.title')}
    >
      <table className="server-table" aria-rowcount={(paging?.total ?? 0) + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {COLUMNS.map(([by, label]) => (
              <th
                key={by}
                scope="col"
                aria-sort={order !== by ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
              >
                <button
                  type="button"
                  onClick={() =>
                    onChange({
                      order: by,
                      direction: order === by && direction === 'desc' ? 'asc' : 'desc',
                    })
                  }
                >
                  {t(`audit.${label}`)}
                  {order !== by ? null : direction === 'asc' ? (
                    <ArrowUp className="icon" />
                  ) : (
                    <ArrowDown className="icon" />
                  )}
                </button>
              </th>
            ))}
            <th scope="col" className="plain">
              {t('audit.detail')}
            </th>
          </tr>
        </thead>
        <tbody>
          <Space height={before} />
          {items.map((item) => (
            <AuditRow key={item.id ?? item.index} item={item} row={row} onChoose={onChoose} />
          ))}
          <Space height={behind} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="space">
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

interface RowProps {
  readonly item: PlacedRow;
  readonly row: ViewHandle<PagedRow<'audit'>>['row'];
  readonly onChoose: Change;
}

function AuditRow({ item: { index, id }, row, onChoose }: RowProps) {
  const place = { 'data-index': index, 'aria-rowindex': index + 2 };
  return id === undefined ? (
    <tr {...place} aria-busy="true">
      <td colSpan={4}>
        <span className="skeleton" />
      </td>
    </tr>
  ) : (
    <tr {...place}>
      <AuditCells id={id} row={row} onChoose={onChoose} />
    </tr>
  );
}

function AuditCells({ id, row, onChoose }: Pick<RowProps, 'row' | 'onChoose'> & { id: string }) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const entry = useRow(row(id));
  if (entry === undefined) return <td colSpan={4} />;
  const { at, actor_id, actor_name, action, detail } = entry;
  return (
    <>
      <td className="numeric">{formatMoment(at, locale)}</td>
      <td>
        {actor_id === null ? (
          t('audit.system')
        ) : (
          <Only
            of={actor_name === '' ? actor_id : actor_name}
            onChoose={() => onChoose({ actor: actor_id })}
          />
        )}
      </td>
      <td>{auditAction(action)}</td>
      <td className="detail soft">
        {auditDetails(detail).map(({ text, thing }) => (
          <span key={text}>
            {thing === null ? text : <Only of={text} onChoose={() => onChoose({ thing })} />}
          </span>
        ))}
      </td>
    </>
  );
}

/** What is chosen to see it alone. */
function Only({ of, onChoose }: { readonly of: string; readonly onChoose: () => void }) {
  const { t } = useTranslation('serverPages');
  return (
    <button type="button" className="link" title={t('audit.only', { of })} onClick={onChoose}>
      <bdi>{of}</bdi>
    </button>
  );
}
