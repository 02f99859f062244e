import { useTranslation } from 'react-i18next';
import { banDescription, banReason } from '../../../protocol/bans/fields.ts';
import { TextHint } from '../../parts/text-hint.tsx';
import { Control, Field, Labelled } from '../../parts/field.tsx';

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
export function DescriptionField({ name, value, onValue }: Given) {
  const { t } = useTranslation('bans');
  return (
    <Labelled
      name={name}
      label={t('add.description')}
      hint={
        <>
          {t('add.descriptionHint')} <TextHint rule={banDescription} text={value} />
        </>
      }
    >
      <Control
        render={<textarea rows={2} />}
        className="input"
        value={value}
        onValueChange={(text) => onValue(text)}
      />
    </Labelled>
  );
}
