import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  whyNotCreateRole,
  whyNotDeleteRole,
  whyNotDo,
  whyNotEditRole,
  whyNotMoveRole,
} from '../../../domain/groups/rules.ts';
import { useOne } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { NoLines } from '../../parts/no-lines.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useMovedLines } from '../../parts/use-moved-lines.ts';
import { useActing } from '../known/acting.ts';
import { may, PARTS, useRoles, type Group } from '../known/group.ts';
import { Missing } from '../known/missing.tsx';
import { useWhys } from '../known/use-whys.tsx';
import { RemoveRole } from './remove-role.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { RoleLine } from './role-line.tsx';
import { useRoleOrder, whyNotPlace } from './role-order.ts';

const ACCOUNT = ['groups'] as const;

/** The roles of a group, the highest first. */
export function RolesPanel({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const needed = PARTS[group.kind].seeRoles;
  if (account !== undefined && !may(account, group, needed)) {
    return <Missing title={t('roles.title')} group={group} permission={needed} />;
  }
  return <Roles group={group} />;
}

function Roles({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const acting = useActing(group);
  const { told, roles: rows } = useRoles(group);
  const { roles, pending, move } = useRoleOrder(group, rows, acting);
  const [dialog, open] = useDialog();
  const isFixed = group.deleting !== null;
  const never = {
    create: whyNotCreateRole(acting, []),
    edit: whyNotDo(acting, 'rolesModify'),
    move: whyNotDo(acting, 'rolesMove'),
    remove: whyNotDo(acting, 'rolesDelete'),
  };
  const lines = roles.map((role) => {
    const edit = never.edit === null ? whyNotEditRole(acting, role) : null;
    const remove = never.remove === null ? whyNotDeleteRole(acting, role) : null;
    const moves = never.move === null ? whyNotMoveRole(acting, role, null) : null;
    return { role, edit, remove, moves };
  });
  const said = lines
    .filter(({ role }) => !role.is_owner)
    .flatMap(({ edit, remove, moves }) => [edit, remove, moves]);
  const { whys, whyId } = useWhys(group, [...Object.values(never), ...said]);
  const placeOf = (id: string) => roles.findIndex((role) => role.id === id);
  const moving = useMovedLines(
    roles.map(({ id }) => id),
    {
      count: roles.length,
      top: roles.filter(({ is_owner }) => is_owner).length,
      placeOf,
      saysMoved: (id, to) => {
        const role = roles.find((one) => one.id === id);
        if (role === undefined || whyNotPlace(acting, roles, role, to) !== null) return '';
        return t('roles.moved', { name: role.name, place: to + 1, count: roles.length });
      },
      onMove: move,
    },
  );
  return (
    <Panel
      title={t('roles.title')}
      padded={false}
      tools={
        isFixed ? undefined : (
          <Button
            icon={<Plus />}
            why={whyId(never.create)}
            onClick={() =>
              open((close) => <RoleDialog group={group} began={null} onClose={close} />)
            }
          >
            {t('roles.add')}
          </Button>
        )
      }
    >
      {told && !isFixed && never.move === null ? (
        <p className="soft group-hint" id="role-hint">
          {t('roles.hint')}
        </p>
      ) : null}
      {isFixed ? null : whys}
      {told ? null : (
        <div className="group-lines">
          <NoLines serverId={{ group_id: group.id }} topic={PARTS[group.kind].roles} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {moving.said}
      </p>
      <ol className="role-list" ref={moving.list} aria-label={t('roles.title')} aria-busy={pending}>
        {moving.shown.map((id, index) => {
          const line = lines.find(({ role }) => role.id === id);
          if (line === undefined) return null;
          const { role } = line;
          const isStill = isFixed || role.is_owner;
          const placed = (to: number) => whyNotPlace(acting, roles, role, to);
          return (
            <RoleLine
              key={id}
              role={role}
              place={placeOf(id)}
              count={roles.length}
              dragged={moving.dragged === id}
              moves={isStill || never.move !== null ? null : { refused: line.moves, placed }}
              whyId={whyId}
              onMove={(to) => moving.move(id, to)}
              handle={{
                onKeyDown: moving.onKeyDown(id),
                onBlur: moving.onBlur,
                ...moving.dragging(id, index),
              }}
            >
              {isStill || never.edit !== null ? null : (
                <Button
                  aria-label={t('roles.editOf', { name: role.name })}
                  why={whyId(line.edit)}
                  onClick={() =>
                    open((close) => <RoleDialog group={group} began={role} onClose={close} />)
                  }
                >
                  {t('roles.edit')}
                </Button>
              )}
              {isStill || never.remove !== null ? null : (
                <Button
                  aria-label={t('roles.removeOf', { name: role.name })}
                  why={whyId(line.remove)}
                  onClick={() =>
                    open((close) => <RemoveRole group={group} role={role} onClose={close} />)
                  }
                >
                  {t('roles.remove')}
                </Button>
              )}
            </RoleLine>
          );
        })}
      </ol>
      {dialog}
    </Panel>
  );
}
