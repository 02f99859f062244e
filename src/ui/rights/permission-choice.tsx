import { useTranslation } from 'react-i18next';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import { Select } from '../parts/select.tsx';

/** Which permission a list of rights is about; null: any. */
export function PermissionChoice({
  label,
  value,
  onValue,
}: {
  readonly label: string;
  readonly value: ServerPermission | null;
  readonly onValue: (value: ServerPermission | null) => void;
}) {
  const { t } = useTranslation('rights');
  const { t: pages } = useTranslation('serverPages');
  return (
    <Select
      label={label}
      value={value ?? ''}
      options={[
        { value: '', label: t('anything') },
        ...SERVER_PERMISSION.map((one) => ({ value: one, label: pages(`permission.${one}`) })),
      ]}
      onValue={(chosen) => onValue(SERVER_PERMISSION.find((one) => one === chosen) ?? null)}
    />
  );
}
