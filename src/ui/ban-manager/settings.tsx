import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { banListDelete, banListEdit } from '../../protocol/bans/calls.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { TypedForm } from '../parts/typed-form.tsx';
import { useForm } from '../parts/use-form.ts';
import { banErrorText, mayIn, missingIn, type BanList } from '../bans/known/ban-list.ts';

const { identifier, keep_inactive } = banListEdit.body.shape;
const ACCOUNT = ['muster_id'] as const;

/** What a list is called, what becomes of bans that are over, and how it is deleted. */
export function ListSettings({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  if (list.deleting !== null) return null;
  return (
    <>
      <Settings list={list} />
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
  const { identifier: name, keep_inactive: keeps } = list;
  const why = mayIn(list, 'banlist.modify') ? undefined : id;
  const form = useForm({
    rules: { identifier, keep_inactive },
    initial: useMemo(() => ({ identifier: name, keep_inactive: keeps }), [name, keeps]),
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
        <div className="stack">
          <label className="check">
            <input
              type="checkbox"
              checked={form.values.keep_inactive}
              disabled={why !== undefined}
              aria-describedby={`${id}-keep`}
              onChange={({ target }) => form.set({ keep_inactive: target.checked })}
            />
            {t('settings.keep')}
          </label>
          <p id={`${id}-keep`} className="soft">
            {t('settings.keepHint')}
          </p>
        </div>
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
