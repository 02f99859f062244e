import { useTranslation } from 'react-i18next';
import { GAME } from '../../protocol/enumerations.ts';
import { Field } from '../parts/field.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { TimeZoneField } from '../parts/time-zone-field.tsx';
import type { Draft, DraftField } from './draft.ts';
import type { Wrong } from './wrong.ts';

export interface DraftFieldsProps {
  readonly draft: Draft;
  readonly wrong: Wrong;
  readonly set: (field: DraftField, value: string) => void;
}

/** Step 2: where the server is. Also the first half of its settings. */
export function ConnectionFields({ draft, wrong, set }: DraftFieldsProps) {
  const { t } = useTranslation('addServer');
  const arma = draft.game === GAME.ARMA2 || draft.game === GAME.ARMA3;
  const field = (name: DraftField) => ({
    name,
    value: String(draft[name]),
    wrong: wrong[name],
    onValue: (value: string) => set(name, value),
  });
  return (
    <>
      <Field
        {...field('identifier')}
        label={t('identifier')}
        hint={t('identifierHint')}
        autoComplete="off"
      />
      <Field
        {...field('host')}
        label={t('host')}
        hint={t('hostHint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <div className="field-row">
        <Field
          {...field('game_port')}
          label={t('gamePort')}
          inputMode="numeric"
          hint={t('limit.port', { ns: 'common' })}
        />
        <Field
          {...field('query_port')}
          label={`${t('queryPort')} (${t('optional', { ns: 'common' })})`}
          inputMode="numeric"
          hint={t('queryPortHint', { usual: arma ? t('usualArma') : t('usualDayz') })}
        />
      </div>
      <TimeZoneField
        label={t('timezone')}
        hint={t('timezoneHint')}
        none={t('timezoneNone')}
        value={draft.timezone}
        wrong={wrong.timezone}
        onValue={(value) => set('timezone', value)}
      />
    </>
  );
}

/** Step 3: how to log in. `keep`: an empty password leaves the present one. */
export function RconFields({
  draft,
  wrong,
  set,
  keep,
}: DraftFieldsProps & { readonly keep?: string }) {
  const { t } = useTranslation('addServer');
  const file = draft.game === GAME.ARMA2 ? 'BEServer.cfg' : 'BEServer_x64.cfg';
  return (
    <div className="field-row">
      <Field
        name="rcon_port"
        label={t('rconPort')}
        inputMode="numeric"
        value={draft.rcon_port}
        wrong={wrong.rcon_port}
        hint={t('limit.port', { ns: 'common' })}
        onValue={(value) => set('rcon_port', value)}
      />
      <PasswordField
        name="rcon_password"
        label={t('rconPassword')}
        value={draft.rcon_password}
        wrong={wrong.rcon_password}
        hint={keep ?? t('rconHint', { file })}
        autoComplete="off"
        onValue={(value) => set('rcon_password', value)}
      />
    </div>
  );
}
