import { useTranslation } from 'react-i18next';
import type { ThingPermission } from '../../protocol/rights/calls.ts';
import { Select } from '../parts/select.tsx';
import { permissionName } from '../text/permission-name.ts';

/** Which permission a list of rights is about; null: any. */
export function PermissionChoice({
  label,
  among,
  value,
  onValue,
}: {
  readonly label: string;
  readonly among: readonly ThingPermission[];
  readonly value: ThingPermission | null;
  readonly onValue: (value: ThingPermission | null) => void;
}) {
  const { t } = useTranslation('rights');
  // What permissions are called stands there.
  useTranslation(['serverPages', 'groups']);
  return (
    <Select
      label={label}
      value={value ?? ''}
      options={[
        { value: '', label: t('anything') },
        ...among.map((one) => ({ value: one, label: permissionName(one) })),
      ]}
      onValue={(chosen) => onValue(among.find((one) => one === chosen) ?? null)}
    />
  );
}
