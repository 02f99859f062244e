import { useTranslation } from 'react-i18next';
import { gameName } from '../../../protocol/enumerations.ts';
import { GAMES, isControlled } from '../../../protocol/games/games.ts';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { TimeZoneField } from '../../parts/time-zone-field.tsx';
import type { Wrong } from '../../parts/use-form.ts';
import type { Draft, DraftField, TypedField } from './draft.ts';
import { followingQueryPort } from './usual-ports.ts';

export interface DraftFieldsProps {
  readonly draft: Draft;
  readonly wrong: Wrong<DraftField>;
  readonly set: (field: TypedField, value: string) => void;
}

/** Step 2: where the server is. Also the first half of its settings. */
export function ConnectionFields({ draft, wrong, set }: DraftFieldsProps) {
  const { t } = useTranslation('addServer');
  const game = gameName(draft.game);
  const field = (name: TypedField) => ({
    name,
    value: draft[name],
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
          autoComplete="off"
          hint={t(`gamePortHint.${game}`)}
        />
        <Field
          {...field('query_port')}
          label={`${t('queryPort')} (${t('optional', { ns: 'common' })})`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={followingQueryPort(draft)}
          hint={t(`queryPortHint.${game}`)}
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

/** Step 3: how to log in; nothing where there is no RCon. `keep`: an empty password leaves the present one. */
export function RconFields({
  draft,
  wrong,
  set,
  keep,
}: DraftFieldsProps & { readonly keep?: string }) {
  const { t } = useTranslation('addServer');
  const game = gameName(draft.game);
  if (!isControlled(game)) return null;
  return (
    <>
      <div className="field-row">
        <Field
          name="rcon_port"
          label={t('rconPort')}
          inputMode="numeric"
          autoComplete="off"
          value={draft.rcon_port}
          wrong={wrong.rcon_port}
          hint={t(`rconPortHint.${game}`)}
          onValue={(value) => set('rcon_port', value)}
        />
        <PasswordField
          name="rcon_password"
          label={t('rconPassword')}
          value={draft.rcon_password}
          wrong={wrong.rcon_password}
          hint={keep ?? t(`rconHint.${game}`)}
          autoComplete="off"
          onValue={(value) => set('rcon_password', value)}
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
