import './walls.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { displayPair } from '../../protocol/walls/calls.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { addressOf, optional } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { NoLines } from '../parts/no-lines.tsx';
import { Notice } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';

/** `/walls/pair`: the code of a screen is typed here. */
export function PairPage() {
  const { t } = useTranslation('walls');
  const { told, rows: walls } = useResource('walls', null);
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('pairing.title')}</h1>
      {told ? null : <NoLines serverId={null} topic="walls" />}
      {told && walls.length === 0 ? (
        <Notice action={<ButtonLink href={to.newWall()}>{t('newWall')}</ButtonLink>}>
          {t('pairing.firstWall')}
        </Notice>
      ) : null}
      {told && walls.length > 0 ? <PairForm walls={walls} /> : null}
    </div>
  );
}

/** The wall that it is paired for, where the way here named one. */
const ASKED = addressOf({ wall: optional('wall') });

function PairForm({ walls }: { readonly walls: readonly RowOf<'walls'>[] }) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const [{ wall: asked }] = useAddress(ASKED);
  const first = walls.find(({ id }) => id === asked) ?? walls[0];
  const [initial] = useState({ code: '', name: '', wall_id: first?.id ?? '' });
  const form = useForm({
    rules: displayPair.body.shape,
    initial,
    concerns: { 'pairing-code-unknown': 'code' },
    ask: (body) => commands.call('displayPair', { body }),
    done: (_, { values }) => {
      toast(t('pairing.paired', values));
      navigate(to.walls());
    },
  });
  return (
    <Form form={form} startsInField>
      <p>{t('pairing.steps')}</p>
      <Copyable what={t('pairing.address')}>{`${location.origin}${to.display()}`}</Copyable>
      <Field
        {...form.field('code')}
        label={t('pairing.code')}
        hint={t('pairing.codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        {...form.field('name')}
        label={t('pairing.name')}
        hint={t('pairing.nameHint')}
        autoComplete="off"
      />
      <Select
        {...form.field('wall_id')}
        label={t('wall')}
        options={walls.map(({ id, name: label }) => ({ value: id, label }))}
      />
      <FormActions form={form} action={t('pairing.submit')} />
    </Form>
  );
}
