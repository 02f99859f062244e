import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gameName } from '../../../protocol/enumerations.ts';
import { GAMES, isControlled } from '../../../protocol/games/games.ts';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { TimeZoneField } from '../../parts/time-zone-field.tsx';
import type { Form } from '../../parts/use-form.ts';
import type { Draft } from './draft.ts';
import { followingQueryPort } from './usual-ports.ts';

export interface DraftFieldsProps {
  readonly form: Pick<Form<Draft>, 'values' | 'field' | 'limit'>;
}

const PORT = { inputMode: 'numeric', autoComplete: 'off' } as const;

/** Step 2: where the server is. Also the first half of its settings. */
export function ConnectionFields({
  form,
  besideHost,
}: DraftFieldsProps & { readonly besideHost?: ReactNode }) {
  const { t } = useTranslation('addServer');
  const game = gameName(form.values.game);
  return (
    <>
      <Field
        {...form.field('identifier')}
        label={t('identifier')}
        hint={form.limit('identifier')}
        autoComplete="off"
      />
      <Field
        {...form.field('name')}
        label={`${t('name')} (${t('optional', { ns: 'common' })})`}
        hint={t('nameHint')}
        autoComplete="off"
        dir="auto"
      />
      <Field
        {...form.field('host')}
        label={t('host')}
        hint={t('hostHint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {besideHost}
      <div className="field-row">
        <Field
          {...form.field('game_port')}
          {...PORT}
          label={t('gamePort')}
          hint={t(`gamePortHint.${game}`)}
        />
        <Field
          {...form.field('query_port')}
          {...PORT}
          label={`${t('queryPort')} (${t('optional', { ns: 'common' })})`}
          placeholder={followingQueryPort(form.values)}
          hint={t(`queryPortHint.${game}`)}
        />
      </div>
      <TimeZoneField
        {...form.field('timezone')}
        label={t('timezone')}
        hint={t('timezoneHint')}
        none={t('timezoneNone')}
      />
    </>
  );
}

/** Step 3: how to log in; nothing where there is no RCon. `keep`: an empty password leaves the present one. */
export function RconFields({ form, keep }: DraftFieldsProps & { readonly keep?: string }) {
  const { t } = useTranslation('addServer');
  const game = gameName(form.values.game);
  if (!isControlled(game)) return null;
  return (
    <>
      <div className="field-row">
        <Field
          {...form.field('rcon_port')}
          {...PORT}
          label={t('rconPort')}
          hint={t(`rconPortHint.${game}`)}
        />
        <PasswordField
          {...form.field('rcon_password')}
          label={t('rconPassword')}
          hint={keep ?? t(`rconHint.${game}`)}
          autoComplete="off"
        />
      </div>
      {GAMES[game].control === 'webrcon' ? (
        <Notice tone="warn">
          <p>{t('webrconFlags')}</p>
          <p>{t('webrconClear')}</p>
        </Notice>
      ) : null}
    </>
  );
}
