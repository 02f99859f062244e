import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { heldIn, whyNotCreateRole, whyNotEditRole } from '../../../domain/groups/rules.ts';
import { organization, team } from '../../../protocol/groups/calls.ts';
import type { RolePermission, TEAM_ROLE_PERMISSION } from '../../../protocol/permissions.ts';
import { useCommands } from '../../data/use-view.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { keptAs } from '../../parts/kept-draft.ts';
import { Notice } from '../../parts/notice.tsx';
import { newRequestId } from '../../parts/request-id.ts';
import { toast } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { useActing } from '../known/acting.ts';
import { useRoles, type Group, type RoleRow } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';
import { useWhys } from '../known/use-whys.tsx';
import { RolePermissions } from './role-permissions.tsx';

/** Told apart by everybody, one after the other. */
const COLOURS = ['#5cc8d6', '#e3b54c', '#63cf8c', '#f1837a', '#b48ef0', '#6fa8f5', '#d77fb4'];

interface Typed {
  readonly name: string;
  readonly colour: string;
  readonly permissions: readonly RolePermission[];
}

const RULES = {
  team: team.roleCreate.body.shape,
  organization: organization.roleCreate.body.shape,
};

/** Creates a role, or with one changes it: its name, its colour, and what it allows. */
export function RoleDialog({
  group,
  began,
  onClose,
}: {
  readonly group: Group;
  /** null: a new one. */
  readonly began: RoleRow | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const acting = useActing(group);
  const { told, roles } = useRoles(group);
  const role = roles.find(({ id }) => id === began?.id) ?? began;
  const [id] = useState(() => began?.id ?? newRequestId());
  const [fresh] = useState(() => COLOURS[roles.length % COLOURS.length] ?? '#5cc8d6');
  const initial = useMemo<Typed>(
    () => ({
      name: role?.name ?? '',
      colour: role?.colour ?? fresh,
      permissions: role?.permissions ?? [],
    }),
    [role, fresh],
  );
  const { name: ruleOfName, colour, permissions } = RULES[group.kind];
  const form = useForm({
    rules: { name: ruleOfName, colour, permissions },
    initial,
    keep: keptAs<Typed>(`role:${group.id}:${began?.id ?? 'new'}`, keptSchema(permissions)),
    concerns: { 'permission-denied': 'permissions', 'limit-reached': 'name' },
    refusalText: groupErrorText,
    ask: (body, { was }) => {
      const params = { group_id: group.id };
      const given = body as { name: string; colour: string; permissions: TeamRolePermission[] };
      if (began === null) {
        const created = { role_id: id, ...given };
        return group.kind === 'team'
          ? commands.call('teamRoleCreate', { params, body: created })
          : commands.call('organizationRoleCreate', { params, body: created });
      }
      const of = { ...params, role_id: id };
      const seen = { ...was, permissions: [...was.permissions] };
      const changed = { ...given, was: seen };
      return group.kind === 'team'
        ? commands.call('teamRoleEdit', { params: of, body: changed })
        : commands.call('organizationRoleEdit', { params: of, body: changed });
    },
    done: (_, { values }) => {
      const name = values.name.trim();
      toast(t(began === null ? 'roles.created' : 'roles.saved', { name }));
      onClose();
    },
  });
  const isGone = began !== null && told && !roles.some((one) => one.id === began.id);
  const refusal =
    role === null || began === null
      ? whyNotCreateRole(acting, [])
      : isGone
        ? null
        : whyNotEditRole(acting, role);
  const { whys, whyId } = useWhys(group, [refusal]);
  return (
    <FormDialog
      form={form}
      title={began === null ? t('roles.new') : t('roles.editTitle', { name: began.name })}
      action={t('roles.save')}
      why={isGone ? 'role-gone' : whyId(refusal)}
      className="role-dialog"
      onClose={onClose}
    >
      {whys}
      {isGone ? (
        <Notice tone="warn">
          <span id="role-gone">{t('roles.gone')}</span>
        </Notice>
      ) : null}
      <div className="role-head">
        <Field
          {...form.field('name')}
          label={t('roles.name')}
          hint={form.limit('name')}
          autoComplete="off"
        />
        <Field {...form.field('colour')} label={t('roles.colour')} type="color" />
      </div>
      <RolePermissions
        kind={group.kind}
        own={heldIn(acting)}
        before={form.saved.permissions}
        held={form.values.permissions}
        wrong={form.wrong['permissions']}
        onHeld={(next) => form.set({ permissions: next })}
      />
    </FormDialog>
  );
}

type TeamRolePermission = (typeof TEAM_ROLE_PERMISSION)[number];

/** What is kept of a role that is being written, over a reload or while the right to write it is away. */
function keptSchema(permissions: z.ZodType<readonly RolePermission[]>) {
  return z.object({ name: z.string(), colour: z.string(), permissions }).partial();
}
