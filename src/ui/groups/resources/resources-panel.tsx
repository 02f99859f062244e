import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { whyNotModify } from '../../../domain/groups/rules.ts';
import { gameName } from '../../../protocol/enumerations.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { ResourceTable } from '../../parts/resource-table.tsx';
import { ServerLink } from '../../parts/server-name.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { formatMoment } from '../../text/format.ts';
import { useActing } from '../known/acting.ts';
import { may, PARTS, type Group } from '../known/group.ts';
import { Missing } from '../known/missing.tsx';
import { useWhys } from '../known/use-whys.tsx';
import { MoveAwayDialog } from './move-away-dialog.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { MoveHereDialog } from './move-here-dialog.tsx';
import { OwnedList } from './owned-list.tsx';
import { mayMove, useMovingAccount, type Taker } from '../known/takers.ts';

/** What belongs to a group: its servers, and the ban lists and buckets of it that the account sees. */
export function ResourcesPanel({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const account = useMovingAccount();
  const needed = PARTS[group.kind].see;
  if (account !== undefined && !may(account, group, needed)) {
    return <Missing title={t('resources.title')} group={group} permission={needed} />;
  }
  return (
    <>
      <MovedNotice />
      <Servers group={group} />
      <OwnedList group={group} kind="banlist" />
      <OwnedList group={group} kind="bucket" />
    </>
  );
}

function Servers({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const games = useTranslation('server').t;
  const locale = useLocale();
  const account = useMovingAccount();
  const [dialog, open] = useDialog();
  const refusal = whyNotModify(useActing(group));
  const { whys, whyId } = useWhys(group, [refusal]);
  const isFixed = group.deleting !== null;
  const things = Object.values(account?.resources ?? {}).flat();
  const restricted = new Set(things.filter((one) => one.restricted === true).map(({ id }) => id));
  const self: Taker = { kind: group.kind, id: group.id, name: group.identifier };
  return (
    <Panel
      title={t('resources.title')}
      padded={false}
      tools={
        isFixed ? undefined : (
          <Button
            icon={<Plus />}
            why={whyId(refusal)}
            onClick={() => open((close) => <MoveHereDialog group={group} onClose={close} />)}
          >
            {t('resources.add')}
          </Button>
        )
      }
    >
      {isFixed ? null : whys}
      <ResourceTable<'teamResources' | 'organizationResources'>
        resource={PARTS[group.kind].resources}
        serverId={{ group_id: group.id }}
        empty={t('resources.empty')}
        columns={[
          {
            label: t('resources.name'),
            of: ({ id, identifier }) => (
              <>
                <ServerLink id={id} told={identifier} />
                {restricted.has(id) ? (
                  <span className="tag">{t('resources.restricted')}</span>
                ) : null}
              </>
            ),
          },
          { label: t('resources.game'), of: ({ game }) => games(`game.${gameName(game)}`) },
          {
            label: t('resources.created'),
            of: ({ created_at: at }) => formatMoment(at, locale),
            className: 'soft numeric',
          },
        ]}
        actions={({ id, identifier: name }) =>
          isFixed || refusal !== null || account === undefined || !mayMove(account, id) ? null : (
            <Button
              aria-label={t('resources.awayOf', { name })}
              onClick={() =>
                open((close) => (
                  <MoveAwayDialog
                    thing={{ kind: 'server', id, name }}
                    from={self}
                    onClose={close}
                  />
                ))
              }
            >
              {t('resources.away')}
            </Button>
          )
        }
      />
      {dialog}
    </Panel>
  );
}
