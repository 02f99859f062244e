import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { banListDelete, banListEdit } from '../../protocol/bans/calls.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { OwnedPanel } from '../groups/resources/owned-panel.tsx';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { Flag } from '../parts/flag.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { TypedForm } from '../parts/typed-form.tsx';
import { useForm } from '../parts/use-form.ts';
import { RightsPanel } from '../rights/rights-panel.tsx';
import { banErrorText, mayIn, missingIn, type BanList } from '../bans/known/ban-list.ts';

const {
  identifier,
  keep_inactive,
  public: isPublic,
  evidence_public,
  allow_followers,
} = banListEdit.body.shape;
const ACCOUNT = ['muster_id'] as const;

/** What a list is called, what becomes of bans that are over, and how it is deleted. */
export function ListSettings({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  if (list.deleting !== null) return null;
  return (
    <>
      <Settings list={list} />
      <OwnedPanel kind="banlist" row={list} />
      {mayIn(list, 'banlist.modify') ? <RightsPanel of={{ kind: 'banlist', id: list.id }} /> : null}
      <Panel title={t('danger.title')}>
        {list.owner_id === me ? (
          <DeleteForm list={list} />
        ) : (
          <p className="soft">{t('danger.ownerAlone', { owner: list.owner_name })}</p>
        )}
      </Panel>
    </>
  );
}

function Settings({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const commands = useCommands();
  const id = useId();
  const {
    identifier: name,
    keep_inactive: keeps,
    public: shows,
    evidence_public: proves,
    allow_followers: allows,
    followers,
  } = list;
  const isReviewed = list.verification === 'in-review' || list.verification === 'verified';
  const why = mayIn(list, 'banlist.modify') ? undefined : id;
  const form = useForm({
    rules: { identifier, keep_inactive, public: isPublic, evidence_public, allow_followers },
    initial: useMemo(
      () => ({
        identifier: name,
        keep_inactive: keeps,
        public: shows,
        evidence_public: proves,
        allow_followers: allows,
      }),
      [name, keeps, shows, proves, allows],
    ),
    refusalText: banErrorText,
    ask: (body, { was }) =>
      commands.call('banListEdit', { params: { banlist_id: list.id }, body: { ...body, was } }),
    done: () => toast(t('settings.saved')),
  });
  return (
    <Panel title={t('settings.title')}>
      <Form
        form={form}
        className="stack ban-add"
        onSubmit={() => {
          if (why === undefined) form.submit();
        }}
      >
        {why === undefined ? null : (
          <p id={id} className="soft">
            {missingIn(list, ['banlist.modify'])}
          </p>
        )}
        <Field
          {...form.field('identifier')}
          label={t('settings.name')}
          hint={form.limit('identifier')}
          autoComplete="off"
          readOnly={why !== undefined}
        />
        <Flag
          label={t('settings.keep')}
          hint={t('settings.keepHint')}
          checked={form.values.keep_inactive}
          disabled={why !== undefined}
          onChange={(checked) => form.set({ keep_inactive: checked })}
        />
        <Flag
          label={t('settings.public')}
          hint={t('settings.publicHint')}
          checked={form.values.public}
          disabled={why !== undefined}
          onChange={(checked) => form.set({ public: checked })}
        />
        {form.values.public || !isReviewed ? null : (
          <Notice tone="warn">{t('verification.ends')}</Notice>
        )}
        <Flag
          label={t('settings.evidence')}
          hint={t('settings.evidenceHint')}
          checked={form.values.evidence_public}
          disabled={why !== undefined || !form.values.public}
          onChange={(checked) => form.set({ evidence_public: checked })}
        />
        <Flag
          label={t('settings.followers')}
          hint={t('settings.followersHint')}
          checked={form.values.allow_followers}
          disabled={why !== undefined}
          onChange={(checked) => form.set({ allow_followers: checked })}
        />
        {followers === 0 || form.values.allow_followers ? null : (
          <Notice tone="warn">{t('settings.followersEnd', { count: followers })}</Notice>
        )}
        <FormActions form={form} action={t('settings.save')} why={why} />
        <UnsavedGuard form={form} />
      </Form>
    </Panel>
  );
}

/** Deletes a list: its name must be typed. */
function DeleteForm({
  list: { id: banlist_id, identifier: name, servers },
}: {
  readonly list: BanList;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const form = useForm({
    rules: { identifier: banListDelete.body.shape.identifier },
    initial: { identifier: '' },
    concerns: { 'confirmation-mismatch': 'identifier' },
    refusalText: banErrorText,
    ask: (body) => commands.call('banListDelete', { params: { banlist_id }, body }),
    done: () => toast(t('danger.requested', { name })),
  });
  return (
    <section className="stack ban-add">
      <h3>{t('danger.delete')}</h3>
      <p className="soft">
        {t('danger.text')} {t('danger.servers', { count: servers })}
      </p>
      <TypedForm
        form={form}
        field={form.field('identifier')}
        name={name}
        label={t('danger.typed', { name })}
        action={t('danger.delete')}
      />
    </section>
  );
}
