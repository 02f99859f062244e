import type { ReadonlySignal } from '@preact/signals-react';
import { EllipsisVertical, LayoutDashboard, ScrollText, Settings2 } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { mayManage, mayReadLogs } from '../../../domain/permissions.ts';
import { restartOf } from '../../../domain/servers/next-restart.ts';
import { serverName } from '../../../domain/servers/server-name.ts';
import { to } from '../../../domain/routes/routes.ts';
import type { AccountRow, ConnectionState, ServerRow } from '../../../domain/rows.ts';
import { serverStatus, STANDING } from '../../../domain/servers/status.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useRow, useShown } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { NextRestart } from '../../parts/next-restart.tsx';
import { PlayerCount } from '../../parts/player-count.tsx';
import { GameSign, ServerStatus } from '../../parts/server-status.tsx';
import { formatCount } from '../../text/format.ts';
import { serverTitle } from '../../text/server-title.ts';

/** A server in the sidebar: state, game, name and players, and links to what one does with it. */
export const WidgetRow = memo(function WidgetRow({
  server: source,
  account,
  connection,
  here,
  reachable,
}: {
  readonly server: ReadonlySignal<ServerRow | undefined>;
  readonly account: AccountRow | undefined;
  readonly connection: ConnectionState['kind'];
  /** Its page is the one that is looked at. */
  readonly here: boolean;
  /** It is the tab stop of the list. */
  readonly reachable: boolean;
}) {
  const { t } = useTranslation('frame');
  const server = useRow(source, STANDING);
  const [open, setOpen] = useState(false);
  if (server === undefined) return <span className="skeleton" />;
  const { id, configuration } = server;
  const name = serverName(configuration);
  const title = serverTitle(configuration);
  const status = serverStatus(server).name;
  const isDown = status === 'offline' || status === 'error';
  const links = [
    { label: t('dashboard'), Icon: LayoutDashboard, href: to.serverDashboard(id), shown: true },
    {
      label: t('manage'),
      Icon: Settings2,
      href: to.server(id, 'overview'),
      shown: mayManage(account, id),
    },
    {
      label: t('logs'),
      Icon: ScrollText,
      href: to.server(id, 'logs-server'),
      shown: mayReadLogs(account, id),
    },
  ];
  return (
    <div
      className="widget-line"
      data-here={here}
      data-down={isDown}
      data-open={open}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (open && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Escape') return;
        event.preventDefault();
        setOpen(false);
      }}
    >
      <Link
        href={to.serverDashboard(id)}
        className="widget-open"
        aria-current={here ? 'page' : undefined}
        tabIndex={reachable ? 0 : -1}
        title={name === configuration.identifier ? name : `${name} (${configuration.identifier})`}
      >
        <ServerStatus server={server} />
        <GameSign game={configuration.game} />
        <bdi className="widget-name">{name}</bdi>
        <Restart source={source} />
        {status === 'online' ? (
          <Players source={source} connection={connection} />
        ) : (
          // The sign before the name says it to those who do not see this.
          <span className="widget-state" aria-hidden="true">
            {t(`status.${status}`, { ns: 'server' })}
          </span>
        )}
      </Link>
      <span className="widget-links">
        {links.map(({ label, Icon, href, shown }) =>
          shown ? (
            <Link
              key={href}
              href={href}
              tabIndex={-1}
              aria-label={`${label}: ${title}`}
              title={label}
            >
              <Icon className="icon" />
              <span className="widget-label">{label}</span>
            </Link>
          ) : null,
        )}
      </span>
      <span className="widget-menu">
        <Button
          kind="quiet"
          icon={<EllipsisVertical />}
          tabIndex={-1}
          aria-label={t('linksOf', { name: title })}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </span>
    </div>
  );
});

function Restart({ source }: { readonly source: ReadonlySignal<ServerRow | undefined> }) {
  const local = useSignalValue(useShown(source, restartOf)) ?? null;
  return <NextRestart local={local} as="sign" />;
}

const FIGURES = ['population', 'state'] as const;

function Players({
  source,
  connection,
}: {
  readonly source: ReadonlySignal<ServerRow | undefined>;
  readonly connection: ConnectionState['kind'];
}) {
  const locale = useLocale();
  const server = useRow(source, FIGURES);
  const link = useMemo(() => ({ kind: connection }), [connection]);
  if (server === undefined) return null;
  const { slots } = server.population;
  return (
    <span className="widget-players numeric">
      <PlayerCount server={server} connection={link} locale={locale} />
      {slots === null ? null : <span className="soft">/{formatCount(slots, locale)}</span>}
    </span>
  );
}
