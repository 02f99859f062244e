import './nav.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movedOrder } from '../../../domain/servers/nav-order.ts';
import { NAV_MAX } from '../../../protocol/servers/limits.ts';
import { useResource } from '../../data/use-resource.ts';
import { useCommands, useView } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { SEARCH_ATTRIBUTE } from '../../shell/keys/shortcuts.ts';
import { formatCount } from '../../text/format.ts';
import { errorText } from '../../text/problem-text.ts';
import { NavList } from './nav-list.tsx';

interface Order {
  readonly ids: readonly string[];
  /** So many of them have a place; the others stand by name. */
  readonly placed: number;
}

/** `/preferences/server-nav`: the order of the servers in the sidebar. */
export function ServerNavPage() {
  const { t } = useTranslation('nav');
  const locale = useLocale();
  const commands = useCommands();
  const [text, setText] = useState('');
  const sought = text.trim() !== '';
  const window = { from: 0, to: NAV_MAX };
  const shared = { view: 'servers', sort: 'nav', direction: 'asc', window } as const;
  const all = useView({ ...shared, filter: {} });
  const found = useView({ ...shared, filter: sought ? { text } : {} });
  const nav = useResource('nav', null, { size: NAV_MAX });
  const told = all.ids.filter((id) => nav.rows.some((row) => row.id === id)).length;
  /** As it was left here, until the host tells it so. */
  const [held, setHeld] = useState<(Order & { readonly over: readonly string[] }) | null>(null);
  if (held !== null && held.over !== all.ids) setHeld(null);
  const order: Order = held ?? { ids: all.ids, placed: told };
  /** The order before the last change. */
  const [before, setBefore] = useState<readonly string[] | null>(null);

  const save = async (servers: readonly string[]) => {
    const outcome = await commands.call('navSet', { body: { servers: [...servers] } });
    if (outcome.ok) return true;
    setHeld(null);
    toast(errorText(outcome.error), 'bad');
    return false;
  };
  const change = async (servers: readonly string[]) => {
    const was = all.ids.slice(0, told);
    if (await save(servers)) setBefore(was);
  };
  const move = (id: string, to: number) => {
    const next = movedOrder(order.ids, order.placed, order.ids.indexOf(id), to);
    setHeld({ ...next, over: all.ids });
    void change(next.ids.slice(0, next.placed)).catch(reportError);
  };

  return (
    <div className="stack nav-page">
      <h1>{t('title')}</h1>
      <p className="soft">{t('text')}</p>
      <div className="actions">
        <input
          className="input compact"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('find')}
          aria-label={t('find')}
          {...{ [SEARCH_ATTRIBUTE]: '' }}
        />
        <Button still={told === 0} onClick={() => void change([]).catch(reportError)}>
          {t('reset')}
        </Button>
      </div>
      {before === null ? null : (
        <Notice
          slim
          tone="good"
          action={
            <Button
              onClick={() => {
                setBefore(null);
                void save(before).catch(reportError);
              }}
            >
              {t('undo')}
            </Button>
          }
        >
          {t('changed')}
        </Notice>
      )}
      {!all.ready || !found.ready ? (
        <Loading lines={8} />
      ) : found.total === 0 ? (
        <p className="empty">{t(sought ? 'noMatch' : 'empty')}</p>
      ) : (
        <>
          <p className="soft" id="nav-hint">
            {t('hint')}
          </p>
          <NavList
            ids={sought ? found.ids : order.ids}
            placed={sought ? null : order.placed}
            placeOf={(id) => order.ids.indexOf(id)}
            count={all.total}
            row={(id) => (sought ? found : all).row(id)}
            onMove={move}
          />
        </>
      )}
      {all.total > NAV_MAX ? (
        <p className="soft">{t('most', { most: formatCount(NAV_MAX, locale) })}</p>
      ) : null}
    </div>
  );
}
