import { useTranslation } from 'react-i18next';
import { Select } from '../../parts/select.tsx';
import type { Taker } from './takers.ts';

/** Asks whose something is to be: the account's own, or a group's; nothing where it can be nobody else's. Empty is the account. */
export function OwnerChoice({
  takers,
  me,
  chosen,
  hint,
  onChosen,
}: {
  readonly takers: readonly Taker[];
  readonly me: string | undefined;
  readonly chosen: string;
  readonly hint: string;
  readonly onChosen: (owner: string) => void;
}) {
  const { t } = useTranslation('groups');
  if (takers.length < 2) return null;
  return (
    <>
      <Select
        label={t('owner.label')}
        value={chosen}
        options={takers.map(({ id, kind, name }) => ({
          value: id === me ? '' : id,
          label: t(`owner.${kind}`, { name }),
        }))}
        onValue={onChosen}
      />
      <p className="soft">{hint}</p>
    </>
  );
}
