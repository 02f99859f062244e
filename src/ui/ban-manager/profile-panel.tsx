import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BANLIST_CATEGORY, type BanListCategory } from '../../protocol/enumerations.ts';
import { NO_PROFILE, profileFields, type BanListProfile } from '../../protocol/bans/profile.ts';
import { banErrorText, mayIn, missingIn, type BanList } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { Select } from '../parts/select.tsx';
import { TextBox } from '../parts/text-box.tsx';
import { toast } from '../parts/toasts.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { useForm } from '../parts/use-form.ts';
import { Missing } from './missing.tsx';
import { Banner, BannerPanel } from './banner.tsx';
import { ProfileCard } from './profile-card.tsx';

/** What a list says of itself: written by those who may change it, and as others see it. */
export function ProfilePanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  return mayIn(list, 'banlist.view') ? (
    <Profile list={list} />
  ) : (
    <Missing title={t('profile.title')} list={list} permission="banlist.view" />
  );
}

function Profile({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const { answer, error, reload } = useCall('banListProfileRead', {
    params: { banlist_id: list.id },
  });
  const banner = useCall('banListBannerRead', { params: { banlist_id: list.id } });
  const content = banner.answer?.content ?? null;
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return <Loading lines={6} />;
  const { profile } = answer;
  const { bans: count, followers, created_at } = list;
  const modifies = mayIn(list, 'banlist.modify') && list.deleting === null;
  return (
    <>
      {list.public ? null : <Notice>{t('profile.hidden')}</Notice>}
      {modifies ? (
        <>
          <ProfileForm
            list={list}
            profile={profile}
            onChanged={() => {
              reload();
              banner.reload();
            }}
          />
          {banner.error === null ? null : (
            <CallError error={banner.error} onRetry={banner.reload} />
          )}
          {banner.answer === null ? null : (
            <BannerPanel list={list} content={content} onChanged={banner.reload} />
          )}
        </>
      ) : list.deleting === null ? (
        <p className="soft">{missingIn(list, ['banlist.modify'])}</p>
      ) : null}
      {modifies && profile === null ? null : (
        <ProfileCard
          list={{ profile, count, followers, created_at }}
          banner={<Banner content={content} list={list.identifier} />}
        />
      )}
    </>
  );
}

function ProfileForm({
  list,
  profile,
  onChanged,
}: {
  readonly list: BanList;
  readonly profile: BanListProfile | null;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const params = { banlist_id: list.id };
  const form = useForm({
    rules: profileFields,
    initial: useMemo(() => profile ?? NO_PROFILE, [profile]),
    keep: `banlist-profile-${list.id}`,
    refusalText: banErrorText,
    ask: async (body, { was }) => {
      const outcome = await commands.call('banListProfileSet', { params, body: { ...body, was } });
      if (!outcome.ok) onChanged();
      return outcome;
    },
    done: () => {
      toast(t('profile.saved'));
      onChanged();
    },
  });
  const remove = () =>
    open((close) => (
      <Confirm
        title={t('profile.removeAsked')}
        action={t('profile.remove')}
        done={t('profile.removed')}
        refusalText={banErrorText}
        onYes={async () => {
          const outcome = await commands.call('banListProfileRemove', { params, body: {} });
          if (outcome.ok) {
            form.discard();
            onChanged();
          }
          return outcome;
        }}
        onClose={close}
      >
        <p>{t('profile.removeSays')}</p>
      </Confirm>
    ));
  return (
    <Panel title={t('profile.edit')}>
      <Form form={form} className="stack ban-add" onSubmit={form.submit}>
        <p className="soft">{t('profile.text')}</p>
        <Select
          name="category"
          label={t('profile.category')}
          value={form.values.category}
          options={BANLIST_CATEGORY.map((value) => ({
            value,
            label: t(`profile.categories.${value}`),
          }))}
          wrong={form.wrong['category']}
          onValue={(category) => form.set({ category: category as BanListCategory })}
        />
        <TextBox
          {...form.field('description')}
          label={t('profile.description')}
          hint={t('profile.descriptionHint')}
          rule={profileFields.description}
          rows={5}
        />
        <Field
          {...form.field('contact_email')}
          label={t('profile.contact')}
          hint={t('profile.contactHint')}
          type="email"
          autoComplete="off"
        />
        {(['website', 'teamspeak', 'discord'] as const).map((name) => (
          <Field
            key={name}
            {...form.field(name)}
            label={t(`profile.${name}`)}
            hint={t(`profile.${name}Hint`)}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <FormActions form={form} action={t('profile.save')}>
          {profile === null ? null : <Button onClick={remove}>{t('profile.remove')}</Button>}
        </FormActions>
        <UnsavedGuard form={form} />
      </Form>
      {dialog}
    </Panel>
  );
}
