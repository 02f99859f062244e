import '../players/players.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userResolve } from '../../protocol/persons/search-calls.ts';
import { useCommands } from '../data/use-view.ts';
import { Fact } from '../parts/fact.tsx';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { useLocale } from '../parts/locale.ts';
import { ServerName } from '../parts/server-name.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { useForm } from '../parts/use-form.ts';
import { formatMoment } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';
import { JoinQuestion, type Side } from './join-question.tsx';
import type { PersonProfile } from './person-profile.ts';
import { identitiesOf, nameOf } from './sums.ts';

const EMPTY = { identifier: '' };

/** Finds somebody by what means one person alone, and asks whether it is this one, whether or not a guess says so. */
export function JoinByHand({
  one,
  onJoined,
}: {
  readonly one: Side;
  readonly onJoined: () => void;
}) {
  const { t } = useTranslation('persons');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  /** What was typed that leads here. */
  const [own, setOwn] = useState<string | null>(null);
  const form = useForm({
    rules: userResolve.query.shape,
    initial: EMPTY,
    concerns: { 'not-found': 'identifier' },
    refusalText: (refusal) =>
      refusal.kind === 'problem' && refusal.problem.code === 'not-found'
        ? t('joins.nobody')
        : errorText(refusal),
    ask: async (query) => {
      const meant = await commands.call('userResolve', { query });
      if (!meant.ok) return meant;
      return commands.call('personProfile', { params: meant.value });
    },
    done: (other, { values: { identifier } }) => {
      if (other.muster_id === one.muster_id) return setOwn(identifier);
      open((close) => (
        <JoinQuestion
          one={one}
          other={{ muster_id: other.muster_id, name: nameOf(other) }}
          onClose={close}
          onJoined={() => {
            form.set(EMPTY);
            onJoined();
          }}
        >
          <Other profile={other} />
        </JoinQuestion>
      ));
    },
  });
  return (
    <>
      <Form form={form}>
        <Field
          {...form.field('identifier')}
          label={t('joins.other')}
          hint={t('joins.otherHint')}
          wrong={form.values.identifier === own ? t('joins.already') : undefined}
          autoComplete="off"
          spellCheck={false}
        />
        <FormActions form={form} action={t('joins.find')} />
      </Form>
      {dialog}
    </>
  );
}

/** Whom the question is about: a name alone may be somebody else's. */
function Other({ profile }: { readonly profile: PersonProfile }) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const { muster_id, servers } = profile;
  const [last] = servers.toSorted((a, b) => b.last_seen - a.last_seen);
  return (
    <div className="player-facts">
      <dl>
        <Fact term={t('muster_id')}>
          <span className="mono">{muster_id}</span>
        </Fact>
        {(identitiesOf(servers) ?? []).map(({ kind, value }) => (
          <Fact key={`${kind} ${value}`} term={t(`identity.${kind}`)}>
            <span className="mono">{value}</span>
          </Fact>
        ))}
        {last === undefined ? null : (
          <Fact term={t('lastSeen')}>
            {formatMoment(last.last_seen, locale)} <ServerName id={last.server_id} />
          </Fact>
        )}
      </dl>
    </div>
  );
}
