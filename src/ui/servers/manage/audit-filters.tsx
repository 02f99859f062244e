import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SOUGHT_MAX } from '../../../protocol/resources/paged-calls.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import type { AuditAddress } from './audit-address.ts';
import { AUDIT_ACTIONS, auditAction } from './audit-text.ts';

/** What narrows the audit down. Who and which thing are chosen in the table, and taken back here. */
export function AuditFilters({
  address,
  onChange,
  onChoose,
}: {
  readonly address: AuditAddress;
  readonly onChange: (part: Partial<AuditAddress>) => void;
  readonly onChoose: (part: Partial<AuditAddress>) => void;
}) {
  const { t } = useTranslation('serverPages');
  const { text, actor, action, thing, from, until } = address;
  const known = AUDIT_ACTIONS.map((name): string => name);
  const actions = action === '' || known.includes(action) ? known : [...known, action];
  const chosen = [
    { name: 'actor', value: actor, label: t('audit.onlyActor', { id: actor }) },
    { name: 'thing', value: thing, label: t('audit.onlyThing', { id: thing }) },
  ].filter(({ value }) => value !== '');
  return (
    <div className="audit-filters">
      <input
        className="input compact"
        type="search"
        value={text}
        maxLength={SOUGHT_MAX}
        placeholder={t('audit.search')}
        aria-label={t('audit.search')}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <Select
        label={t('audit.what')}
        labelHidden
        value={action}
        options={[
          { value: '', label: t('audit.anything') },
          ...actions.map((value) => ({ value, label: auditAction(value) })),
        ]}
        onValue={(value) => onChange({ action: value })}
      />
      {(['from', 'until'] as const).map((name) => (
        <label key={name}>
          <span>{t(`audit.${name}`)}</span>
          <input
            className="input compact"
            type="date"
            value={name === 'from' ? from : until}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </label>
      ))}
      {chosen.map(({ name, label }) => (
        <Button key={name} kind="quiet" icon={<X />} onClick={() => onChoose({ [name]: '' })}>
          {label}
        </Button>
      ))}
    </div>
  );
}
