import { useTranslation } from 'react-i18next';
import { OwnBansOf } from '../../bans/own-bans.tsx';
import type { SelectOption } from '../../parts/select.tsx';
import { Choice } from '../known/choice.tsx';
import { useTakerName, type Taker } from '../known/takers.ts';
import type { Thing, ThingKind } from '../known/thing.ts';

/** What is chosen for something that is deleted, too. */
const DELETED = 'deleted';

/** What was chosen for each thing, by its id: who takes it, or that it is deleted. */
export type Chosen = Readonly<Record<string, string>>;

/** What becomes of the servers, ban lists or buckets of a group that is deleted. */
export function Fates({
  kind,
  things,
  takers,
  chosen,
  wrong,
  onChosen,
}: {
  readonly kind: ThingKind;
  readonly things: readonly Thing[];
  readonly takers: readonly Taker[];
  readonly chosen: Chosen;
  readonly wrong: Readonly<Record<string, string | undefined>>;
  readonly onChosen: (chosen: Chosen) => void;
}) {
  const { t } = useTranslation('groups');
  const nameOf = useTakerName();
  if (things.length === 0) return null;
  const options: readonly SelectOption[] = [
    ...takers.map((taker) => ({ value: taker.id, label: nameOf(taker) })),
    { value: DELETED, label: t(`danger.deleteThing.${kind}`) },
  ];
  const choose = (ids: readonly string[], to: string) =>
    onChosen(Object.fromEntries(ids.map((id) => [id, to])));
  const all = things.map(({ id }) => id);
  const gone = things.filter(({ id }) => kind === 'server' && chosen[id] === DELETED);
  return (
    <>
      <fieldset className="group-fates">
        <legend>{t(`danger.deleteThings.${kind}`)}</legend>
        {things.length > 1 ? (
          <Choice
            name={`all-${kind}`}
            label={t('danger.deleteAll')}
            chosen={sameForAll(all.map((id) => chosen[id]))}
            options={options}
            onChosen={(to) => choose(all, to)}
          />
        ) : null}
        {things.map((thing) => (
          <Choice
            key={thing.id}
            name={fieldOf(thing)}
            label={t('danger.deleteOne', { name: thing.name })}
            chosen={chosen[thing.id] ?? ''}
            options={options}
            wrong={wrong[fieldOf(thing)]}
            onChosen={(to) => choose([thing.id], to)}
          />
        ))}
      </fieldset>
      {gone.map(({ id, name }) => (
        <OwnBansOf key={id} serverId={id} name={name} />
      ))}
    </>
  );
}

/** How the field is called that says what becomes of something. */
export function fieldOf({ kind, id }: Thing): string {
  return `${kind}-${id}`;
}

/** Who takes something by what was chosen; null: it is deleted. */
export function takerOf(chosen: string | undefined, takers: readonly Taker[]) {
  const taker = takers.find(({ id }) => id === chosen);
  return taker === undefined ? null : { kind: taker.kind, id: taker.id };
}

/** Whether something was chosen that is still there to be chosen. */
export function isChosen(chosen: string | undefined, takers: readonly Taker[]): boolean {
  return chosen === DELETED || takerOf(chosen, takers) !== null;
}

/** What was chosen for all of them; empty where that is not one thing. */
function sameForAll(chosen: readonly (string | undefined)[]): string {
  const [first = ''] = chosen;
  return chosen.every((one) => one === first) ? first : '';
}
