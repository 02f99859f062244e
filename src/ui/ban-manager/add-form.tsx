import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { parsePattern } from '../../domain/bans/address.ts';
import { to } from '../../domain/routes/routes.ts';
import { banDescription, banIdentity, banMinutes, banReason } from '../../protocol/bans/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useForm } from '../parts/use-form.ts';
import { BannedAlready } from './banned-already.tsx';
import { AwayServers } from '../bans/known/away.tsx';
import { banErrorText, mayIn, type BanList } from '../bans/known/ban-list.ts';
import { MissingIn } from '../bans/known/missing-in.tsx';
import { DurationFields } from '../bans/known/duration-fields.tsx';
import {
  durationNeeds,
  isWrong,
  minutesOf,
  usualDuration,
  type Duration,
} from '../bans/known/duration.ts';
import { useReached } from '../bans/known/reach.tsx';
import { useBanned } from '../bans/known/use-banned.ts';
import { DescriptionField, ReasonField } from '../bans/known/words-fields.tsx';

const IDS = ['steam_id', 'guid', 'bohemia_id'] as const;
const EMPTY = {
  what: 'player' as 'player' | 'address',
  steam_id: '',
  guid: '',
  bohemia_id: '',
  name: '',
  address: '',
  reason: '',
  description: '',
};
type Values = typeof EMPTY & { readonly duration: Duration };

/** What the host is asked to keep out. */
function whoOf({ what, steam_id, guid, bohemia_id, name, address }: Values) {
  if (what === 'address') return { kind: 'address' as const, address: address.trim() };
  const said = Object.entries({
    steam_id,
    guid: guid.toLowerCase(),
    bohemia_id,
    name,
  }).flatMap(([key, value]) => (value.trim() === '' ? [] : [[key, value.trim()] as const]));
  return { kind: 'identity' as const, ...Object.fromEntries(said) };
}

/** Those of them that are whole already. */
function wholeOf(values: Values) {
  if (values.what === 'address') {
    const address = values.address.trim();
    return typeof parsePattern(address) === 'string' ? {} : { address };
  }
  const typed = { ...values, guid: values.guid.toLowerCase() };
  return Object.fromEntries(
    IDS.flatMap((key) => {
      const { success, data } = banIdentity.shape[key].safeParse(typed[key].trim());
      return success ? [[key, data]] : [];
    }),
  );
}

/** Bans somebody by what a game knows them by, or an address. */
export function AddForm({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const commands = useCommands();
  const tell = useBanned();
  const reached = useReached(list).count;
  const [, navigate] = useLocation();
  const why = useId();
  // Sent again where an answer got lost, they are banned once.
  const [id] = useState(newRequestId);
  const [initial] = useState<Values>(() => ({
    ...EMPTY,
    duration: usualDuration(list.permissions),
  }));
  const form = useForm({
    rules: {
      ...banIdentity.shape,
      reason: banReason,
      description: banDescription,
      minutes: banMinutes,
    },
    initial,
    typed: ({ what, steam_id, guid, bohemia_id, reason, description, duration }: Values) => ({
      ...(what === 'player' ? { steam_id, guid: guid.toLowerCase(), bohemia_id } : {}),
      reason,
      description,
      minutes: minutesOf(duration) ?? null,
    }),
    also: (values) => ({
      ...addressWrong(values, t),
      ...(values.what === 'player' && IDS.every((key) => values[key].trim() === '')
        ? { steam_id: t('add.noId') }
        : {}),
      ...(isWrong(values.duration) ? { minutes: t('duration.wrong') } : {}),
    }),
    concerns: {
      'identity-needed': 'steam_id',
      'address-invalid': 'address',
      'address-too-wide': 'address',
    },
    refusalText: banErrorText,
    ask: ({ reason, description, minutes }, { values }) =>
      commands.call('banCreate', {
        params: { banlist_id: list.id },
        body: { ban_id: id, who: whoOf(values), reason, description, minutes },
      }),
    done: (_, { values }) => {
      const { what, name, address, steam_id, guid, bohemia_id } = values;
      const ids = name || steam_id || guid || bohemia_id;
      tell(list, id, what === 'address' ? address : ids);
      navigate(to.banList(list.id, '?tab=bans'));
    },
  });
  const { what, duration } = form.values;
  const needed = durationNeeds(duration);
  const isMissing = !mayIn(list, needed);
  return (
    <Panel title={t('tab.add')}>
      <Form
        form={form}
        className="stack ban-add"
        onSubmit={() => {
          if (!isMissing) form.submit();
        }}
      >
        <fieldset className="ban-choice">
          <legend>{t('add.what')}</legend>
          {(['player', 'address'] as const).map((one) => (
            <label key={one} className="check">
              <input
                type="radio"
                name="what"
                checked={what === one}
                onChange={() => form.set({ what: one })}
              />
              {t(`add.${one}`)}
            </label>
          ))}
        </fieldset>
        {what === 'player' ? (
          <>
            <p className="soft">
              {t('add.oneId')} {t('add.onServer')}
            </p>
            <Field
              {...form.field('steam_id')}
              label={t('add.steam_id')}
              hint={t('add.steamHint')}
              inputMode="numeric"
              autoComplete="off"
              spellCheck={false}
            />
            <Field
              {...form.field('guid')}
              label={t('add.guid')}
              hint={t('add.guidHint')}
              autoComplete="off"
              spellCheck={false}
            />
            <Field
              {...form.field('bohemia_id')}
              label={t('add.bohemia_id')}
              autoComplete="off"
              spellCheck={false}
            />
            <Field
              {...form.field('name')}
              label={t('add.name')}
              hint={t('add.nameHint')}
              maxLength={100}
              autoComplete="off"
            />
          </>
        ) : (
          <>
            <Field
              {...form.field('address')}
              label={t('add.addressField')}
              hint={t('add.addressHint')}
              autoComplete="off"
              spellCheck={false}
            />
            <Notice tone="warn">{t('add.addressWarning')}</Notice>
          </>
        )}
        <BannedAlready who={wholeOf(form.values)} />
        <ReasonField {...form.field('reason')} />
        <DurationFields
          value={duration}
          wrong={form.wrong['minutes']}
          onChange={(part) => form.set({ duration: { ...duration, ...part } }, 'minutes')}
        />
        <DescriptionField {...form.field('description')} />
        <p className="soft">
          {t('add.reach', { count: reached })}
          {list.followers === 0
            ? null
            : ` ${t('player.reachFollowers', { count: list.followers })}`}
        </p>
        <AwayServers list={list} />
        <MissingIn id={why} list={list} needed={needed} />
        <FormActions form={form} action={t('add.action')} why={isMissing ? why : undefined} />
        <UnsavedGuard form={form} />
      </Form>
    </Panel>
  );
}

function addressWrong(
  { what, address }: Values,
  t: ReturnType<typeof useTranslation<'bans'>>['t'],
): Readonly<Record<string, string>> {
  if (what !== 'address') return {};
  const read = parsePattern(address);
  return typeof read === 'string' ? { address: t(`add.${read}`) } : {};
}
