import { useTranslation } from 'react-i18next';
import { Select, type SelectOption } from '../../parts/select.tsx';

/** Chooses one of some; before one is chosen, that is said. What is wrong with the choice stands under it. */
export function Choice({
  name,
  label,
  chosen,
  options,
  wrong,
  onChosen,
}: {
  readonly name: string;
  readonly label: string;
  /** Empty, or none of them: nothing is chosen yet. */
  readonly chosen: string;
  readonly options: readonly SelectOption[];
  readonly wrong?: string | undefined;
  readonly onChosen: (value: string) => void;
}) {
  const { t } = useTranslation('groups');
  const isThere = options.some(({ value }) => value === chosen);
  return (
    <Select
      name={name}
      label={label}
      value={isThere ? chosen : ''}
      options={isThere ? options : [{ value: '', label: t('choose') }, ...options]}
      wrong={wrong}
      onValue={onChosen}
    />
  );
}
