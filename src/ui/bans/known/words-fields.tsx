import { useTranslation } from 'react-i18next';
import { banDescription, banReason } from '../../../protocol/bans/fields.ts';
import { TextHint } from '../../parts/text-hint.tsx';
import { Field } from '../../parts/field.tsx';
import { TextBox } from '../../parts/text-box.tsx';

/** What a field of a form is given. */
interface Given {
  readonly name: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
}

/** Why somebody is banned, as they read it. */
export function ReasonField(field: Given) {
  const { t } = useTranslation('bans');
  return (
    <Field
      {...field}
      label={t('add.reason')}
      hint={
        <>
          {t('add.reasonHint')} <TextHint rule={banReason} text={field.value} />
        </>
      }
      autoComplete="off"
    />
  );
}

/** What those who keep the list should know. */
export function DescriptionField(field: Given) {
  const { t } = useTranslation('bans');
  return (
    <TextBox
      {...field}
      label={t('add.description')}
      hint={t('add.descriptionHint')}
      rule={banDescription}
      rows={2}
    />
  );
}
