import './permission-fields.css';
import { useTranslation } from 'react-i18next';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { maySwitch, PERMISSION_GROUPS, toggled } from './permission-groups.ts';

const GROUPS = ['see', 'act', 'manage'] as const;

/** The permissions in their groups, each to tick; what the person may not give cannot be ticked. */
export function PermissionFields({
  own,
  before,
  held,
  onHeld,
}: {
  readonly own: readonly ServerPermission[];
  readonly before: readonly ServerPermission[];
  readonly held: readonly ServerPermission[];
  readonly onHeld: (held: readonly ServerPermission[]) => void;
}) {
  const { t } = useTranslation('serverPages');
  return GROUPS.map((group) => (
    <fieldset key={group} className="permissions">
      <legend>{t(`group.${group}`)}</legend>
      {PERMISSION_GROUPS[group].map((name) => {
        const locked = !maySwitch(own, before, name);
        return (
          <label key={name} className="check" data-locked={locked}>
            <input
              type="checkbox"
              checked={held.includes(name)}
              disabled={locked}
              onChange={(event) => onHeld(toggled(held, name, event.target.checked))}
            />
            {t(`permission.${name}`)}
            {locked ? <span className="soft">{t('personnel.locked')}</span> : null}
          </label>
        );
      })}
    </fieldset>
  ));
}
