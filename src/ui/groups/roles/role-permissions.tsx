import '../../parts/permission-fields.css';
import { useTranslation } from 'react-i18next';
import type { GroupKind } from '../../../protocol/groups/limits.ts';
import type { RolePermission } from '../../../protocol/permissions.ts';
import { Button } from '../../parts/button.tsx';
import { permissionName } from '../../text/permission-name.ts';
import { PERMISSION_SETS, ticked } from './permission-sets.ts';

/**
 * What a role allows, part by part. Nobody gives what they lack: that can only be taken away, and only where the role had
 * it before.
 */
export function RolePermissions({
  kind,
  own,
  before,
  held,
  wrong,
  onHeld,
}: {
  readonly kind: GroupKind;
  /** What whoever edits holds. */
  readonly own: ReadonlySet<string>;
  /** What the role allowed when they began. */
  readonly before: readonly RolePermission[];
  readonly held: readonly RolePermission[];
  readonly wrong: string | undefined;
  readonly onHeld: (held: readonly RolePermission[]) => void;
}) {
  const { t } = useTranslation('groups');
  const mayGive = (name: RolePermission) => own.has(name) || before.includes(name);
  const tick = (names: readonly RolePermission[], on: boolean) =>
    onHeld(ticked(held, names, on, mayGive));
  return (
    <>
      {PERMISSION_SETS[kind].map(({ part, permissions }) => {
        const open = permissions.filter(mayGive);
        const isAll = open.every((name) => held.includes(name));
        const label = t(`section.${part}`);
        return (
          <fieldset key={part} className="permissions role-permissions">
            <legend>{label}</legend>
            {open.length === 0 ? null : (
              <Button
                kind="quiet"
                aria-label={t(isAll ? 'roles.noneOf' : 'roles.allOf', { part: label })}
                onClick={() => tick(open, !isAll)}
              >
                {t(isAll ? 'roles.none' : 'roles.all')}
              </Button>
            )}
            {permissions.map((name) => {
              const locked = !mayGive(name);
              return (
                <label key={name} className="check" data-locked={locked}>
                  <input
                    type="checkbox"
                    name="permissions"
                    checked={held.includes(name)}
                    disabled={locked}
                    onChange={(event) => tick([name], event.target.checked)}
                  />
                  <span>
                    {permissionName(name)}
                    {locked ? <span className="soft"> {t('roles.locked')}</span> : null}
                  </span>
                </label>
              );
            })}
          </fieldset>
        );
      })}
      {wrong === undefined ? null : (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}
