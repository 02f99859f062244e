import './support.css';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { SupportedKind } from '../../protocol/support/limits.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { formatMoment } from '../text/format.ts';
import { SupportForm } from './support-form.tsx';
import type { Supported } from './supported.ts';

type Row = ResourceView<'support' | 'teamSupport' | 'organizationSupport'>;

const RESOURCE = {
  server: 'support',
  team: 'teamSupport',
  organization: 'organizationSupport',
} as const satisfies Readonly<Record<SupportedKind, string>>;

/**
 * Whether staff may act here for the owner, until when, and who they are. `gives`: whoever looks may let them, and end it;
 * `audited`: they may read what was done.
 */
export function SupportPanel({
  supported,
  gives,
  audited,
}: {
  readonly supported: Supported;
  readonly gives: boolean;
  readonly audited: boolean;
}) {
  const { t } = useTranslation('support');
  const { kind, id } = supported;
  const whose = kind === 'server' ? id : { group_id: id };
  const { rows, told } = useResource(RESOURCE[kind], whose);
  const own = rows.find(({ of }) => of === id);
  const over = rows.filter(({ of }) => of !== id);
  if (rows.length === 0 && !gives) return null;
  return (
    <Panel title={t('title')}>
      <div className="stack">
        {told ? null : <NoLines serverId={whose} topic={RESOURCE[kind]} />}
        {told && rows.length === 0 ? <p className="soft">{t('off')}</p> : null}
        {told ? <Staff /> : null}
        {over.map((row) => (
          <Given key={row.id} row={row} supported={supported} gives={false} audited={audited} />
        ))}
        {own === undefined ? null : (
          <Given row={own} supported={supported} gives={gives} audited={audited} />
        )}
        {told && gives && own === undefined ? <SupportForm supported={supported} /> : null}
        {gives && own !== undefined ? (
          <details>
            <summary>{t('again')}</summary>
            <SupportForm supported={supported} given />
          </details>
        ) : null}
      </div>
    </Panel>
  );
}

/** Until when they may, who let them, and what they did by it. */
function Given({
  row,
  supported,
  gives,
  audited,
}: {
  readonly row: Row;
  readonly supported: Supported;
  readonly gives: boolean;
  readonly audited: boolean;
}) {
  const { t } = useTranslation('support');
  const locale = useLocale();
  const [dialog, open] = useDialog();
  const end = useEnd(supported);
  const { id } = supported;
  return (
    <div className="stack">
      {row.of === id || row.kind === 'server' ? null : (
        <p>
          <bdi>{t(`through.${row.kind}`, { name: row.identifier })}</bdi>{' '}
          <span className="soft">{t('throughHint')}</span>
        </p>
      )}
      <Notice tone="warn">{t('given', { until: formatMoment(row.until, locale) })}</Notice>
      <dl className="facts">
        <div>
          <dt>{t('by')}</dt>
          <dd>
            <bdi>{row.given_by_name}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('may')}</dt>
          <dd>{t(row.costs ? 'mayCost' : 'mayAct')}</dd>
        </div>
      </dl>
      <div className="actions">
        {audited ? (
          <ButtonLink icon={<History />} href={deedsOf(supported, row.authorization_id)}>
            {t('did')}
          </ButtonLink>
        ) : null}
        {gives ? (
          <Button
            kind="danger"
            onClick={() =>
              open((close) => (
                <Confirm
                  title={t('endQuestion')}
                  action={t('end')}
                  done={t('ended')}
                  onYes={end}
                  onClose={close}
                >
                  <p>{t('endText')}</p>
                </Confirm>
              ))
            }
          >
            {t('end')}
          </Button>
        ) : null}
      </div>
      {dialog}
    </div>
  );
}

/** Where the audit shows what was done by an authorization alone. */
function deedsOf({ kind, id }: Supported, authorization: string): string {
  if (kind === 'server') return `${to.server(id, 'overview')}?thing=${authorization}`;
  return to.group(kind, id, `?tab=audit&thing=${authorization}`);
}

function useEnd({ kind, id }: Supported) {
  const commands = useCommands();
  return () =>
    kind === 'server'
      ? commands.call('serverSupportEnd', { params: { server_id: id }, body: {} })
      : commands.call('groupSupportEnd', { params: { group_id: id }, body: {} });
}

/** Who is let act: the accounts of staff. */
function Staff() {
  const { t } = useTranslation('support');
  const { answer } = useCall('staffList', {});
  if (answer === null) return null;
  const { people, more } = answer;
  if (people.length === 0) return <p className="soft">{t('noStaff')}</p>;
  return (
    <p>
      <span className="soft">{t('staff')}: </span>
      <bdi>{people.map(({ display_name: name }) => name).join(', ')}</bdi>
      {more === 0 ? null : <span className="soft"> {t('more', { count: more })}</span>}
    </p>
  );
}
