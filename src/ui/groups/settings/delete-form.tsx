import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { groupDelete } from '../../../protocol/groups/calls.ts';
import { useCommands } from '../../data/use-view.ts';
import { Loading } from '../../parts/loading.tsx';
import type { SelectOption } from '../../parts/select.tsx';
import { toast } from '../../parts/toasts.tsx';
import { TypedForm } from '../../parts/typed-form.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Choice } from '../known/choice.tsx';
import { useServersOf, type Group } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';
import { useMovingAccount, useTakerName, useTakers, type Taker } from '../known/takers.ts';

/** What is chosen for a server that is deleted too. */
const DELETED = 'deleted';

/** What was chosen for each server, by its id: who takes it, or that it is deleted. */
type Chosen = Readonly<Record<string, string>>;

/** Deletes a group: each server goes where it is said, and the name must be typed. */
export function DeleteForm({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const { told, servers } = useServersOf(group);
  const takers = useTakers(useMovingAccount()).filter(({ id }) => id !== group.id);
  const nameOf = useTakerName();
  const { id: group_id, kind, identifier: name } = group;
  const form = useForm({
    rules: {
      identifier: groupDelete.body.shape.identifier,
      servers: z.record(z.string(), z.string()),
    },
    initial: { identifier: '', servers: {} as Chosen },
    also: ({ servers: chosen }) =>
      Object.fromEntries(
        servers
          .filter(({ id }) => !isChosen(chosen[id], takers))
          .map(({ id }) => [`server-${id}`, t('danger.deleteUndecided')]),
      ),
    concerns: { 'confirmation-mismatch': 'identifier' },
    refusalText: groupErrorText,
    ask: ({ identifier, servers: chosen }) =>
      commands.call('groupDelete', {
        params: { group_id },
        body: {
          identifier,
          servers: servers.map(({ id: server_id }) => ({
            server_id,
            to: takerOf(chosen[server_id], takers),
          })),
        },
      }),
    done: () => toast(t('danger.deleteRequested', { name })),
  });
  const options: readonly SelectOption[] = [
    ...takers.map((taker) => ({ value: taker.id, label: nameOf(taker) })),
    { value: DELETED, label: t('danger.deleteServer') },
  ];
  const chosen = form.values.servers;
  const choose = (ids: readonly string[], to: string) =>
    form.set({ servers: { ...chosen, ...Object.fromEntries(ids.map((id) => [id, to])) } });
  const all = servers.map(({ id }) => id);
  if (!told) return <Loading lines={4} />;
  return (
    <section className="stack">
      <h3>{t(`danger.delete.${kind}`)}</h3>
      <p className="soft">
        {t('danger.deleteText')} {kind === 'organization' ? t('danger.deleteTeams') : null}
      </p>
      <TypedForm
        form={form}
        field={form.field('identifier')}
        name={name}
        label={t('danger.deleteTyped', { name })}
        action={t(`danger.delete.${kind}`)}
      >
        {servers.length === 0 ? (
          <p className="soft">{t('danger.deleteNothing')}</p>
        ) : (
          <fieldset className="group-fates">
            <legend>{t('danger.deleteServers')}</legend>
            {servers.length > 1 ? (
              <Choice
                name="all"
                label={t('danger.deleteAll')}
                chosen={sameForAll(all.map((id) => chosen[id]))}
                options={options}
                onChosen={(to) => choose(all, to)}
              />
            ) : null}
            {servers.map(({ id, identifier }) => (
              <Choice
                key={id}
                name={`server-${id}`}
                label={t('danger.deleteOne', { name: identifier })}
                chosen={chosen[id] ?? ''}
                options={options}
                wrong={form.wrong[`server-${id}`]}
                onChosen={(to) => choose([id], to)}
              />
            ))}
          </fieldset>
        )}
      </TypedForm>
    </section>
  );
}

/** Who takes a server by what was chosen; null: it is deleted. */
function takerOf(chosen: string | undefined, takers: readonly Taker[]) {
  const taker = takers.find(({ id }) => id === chosen);
  return taker === undefined ? null : { kind: taker.kind, id: taker.id };
}

function isChosen(chosen: string | undefined, takers: readonly Taker[]): boolean {
  return chosen === DELETED || takerOf(chosen, takers) !== null;
}

/** What was chosen for all of them; empty where that is not one thing. */
function sameForAll(chosen: readonly (string | undefined)[]): string {
  const [first = ''] = chosen;
  return chosen.every((one) => one === first) ? first : '';
}
