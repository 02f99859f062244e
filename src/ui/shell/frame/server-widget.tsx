import { ListOrdered, Plus } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { mayHost } from '../../../domain/permissions.ts';
import { serverOf } from '../../../domain/routes/find.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useConnectionKind, useOne, useReplaying, useView } from '../../data/use-view.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useRowWindow } from '../../parts/use-row-window.ts';
import { WIDGET_STEP, widgetQuery } from './widget-query.ts';
import { WidgetRow } from './widget-row.tsx';

/** As the style sheet has them: a finger needs more room. */
const ROW_PX = 30;
const TOUCHED_ROW_PX = 44;
const PAGE = 10;

/** All servers, in the person's order: one tab stop, in which the arrow keys go from row to row, and above them all to their order. */
export function ServerWidget() {
  const { t } = useTranslation('frame');
  const account = useOne({ view: 'account' }).row;
  const [first, setFirst] = useState(0);
  const view = useView(widgetQuery(first));
  const replaying = useReplaying();
  const connection = useConnectionKind();
  const [path] = useLocation();
  const [rowPx] = useState(() => (matchMedia('(hover: none)').matches ? TOUCHED_ROW_PX : ROW_PX));
  const scroller = useRef<HTMLDivElement>(null);
  const order = useRef<HTMLAnchorElement>(null);
  const there = view.ready && view.total > 0;
  const drawn = useRowWindow(scroller, { count: view.total, rowPx, there });
  const step = Math.floor(drawn.first / WIDGET_STEP) * WIDGET_STEP;
  useEffect(() => setFirst(step), [step]);

  const here = serverOf(path);
  const [active, setActive] = useState<number | null>(null);
  const place = here === null ? -1 : view.ids.indexOf(here);
  const wanted = active ?? (place < 0 ? 0 : view.from + place);
  // One that is not drawn cannot be reached.
  const stop = Math.min(Math.max(wanted, drawn.first), drawn.end - 1);

  /** The row that is to have the focus once it is drawn. */
  const goal = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (goal.current === null) return;
    const link = rowAt(scroller.current, goal.current)?.querySelector('a');
    if (link === null || link === undefined) return;
    goal.current = null;
    link.focus({ preventScroll: true });
  });
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const row = event.target.closest<HTMLElement>('[data-index]');
    const element = scroller.current;
    if (row === null || element === null) return;
    const sideways = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (sideways !== undefined) {
      event.preventDefault();
      const all = [...row.querySelectorAll<HTMLElement>('a, button')].filter(
        (one) => one.offsetParent !== null,
      );
      all[all.indexOf(event.target) + sideways]?.focus();
      return;
    }
    // Whoever presses faster than rows are drawn goes on from where they are to be.
    const at = goal.current ?? Number(row.dataset['index']);
    const last = view.total - 1;
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0 && event.key === 'ArrowUp' && order.current !== null) {
      order.current.focus();
      return;
    }
    const index = Math.min(Math.max(next, 0), last);
    goal.current = index;
    setActive(index);
    const top = index * rowPx;
    if (top < element.scrollTop) element.scrollTop = top;
    const bottom = top + rowPx - element.clientHeight;
    if (bottom > element.scrollTop) element.scrollTop = bottom;
  };

  return (
    <section className="server-widget" aria-label={t('servers')}>
      {view.total === 0 ? null : (
        <div className="widget-head">
          <span className="soft">{t('servers')}</span>
          <span className="numeric soft">{view.total}</span>
          {replaying ? null : (
            <Link
              href={to.serverNav()}
              ref={order}
              tabIndex={-1}
              aria-label={t('serverNav')}
              title={t('serverNav')}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown') return;
                event.preventDefault();
                rowAt(scroller.current, stop)?.querySelector('a')?.focus();
              }}
            >
              <ListOrdered className="icon" />
            </Link>
          )}
        </div>
      )}
      {view.ready ? null : <Loading lines={3} />}
      {there ? (
        <div
          className="widget-scroller"
          ref={scroller}
          tabIndex={-1}
          onKeyDown={press}
          onFocus={({ target }) => {
            const row = target.closest<HTMLElement>('[data-index]');
            if (row !== null) setActive(Number(row.dataset['index']));
          }}
        >
          <ul
            style={{
              paddingTop: drawn.first * rowPx,
              paddingBottom: (view.total - drawn.end) * rowPx,
            }}
          >
            {Array.from({ length: drawn.end - drawn.first }, (_, row) => {
              const index = drawn.first + row;
              const id = view.ids[index - view.from];
              return (
                <li
                  key={id ?? `row ${index}`}
                  className="widget-row"
                  data-index={index}
                  aria-setsize={view.total}
                  aria-posinset={index + 1}
                >
                  {id === undefined ? (
                    <span className="skeleton" />
                  ) : (
                    <WidgetRow
                      server={view.row(id)}
                      account={account}
                      connection={connection}
                      here={here === id}
                      reachable={index === stop}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      ) : null}
      {view.ready && view.total === 0 && !replaying ? (
        <p className="soft more">{t('noServers')}</p>
      ) : null}
      {mayHost(account, 'host.server.create') ? (
        <ButtonLink href={to.addServer()} icon={<Plus />}>
          {t('addServer')}
        </ButtonLink>
      ) : null}
    </section>
  );
}

function rowAt(scroller: HTMLElement | null, index: number): Element | null {
  return scroller?.querySelector(`[data-index="${index}"]`) ?? null;
}
