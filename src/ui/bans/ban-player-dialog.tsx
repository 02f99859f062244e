import './bans.css';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { may, readsBans } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import { banDescription, banMinutes, banReason } from '../../protocol/bans/fields.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { LastLines } from '../parts/last-lines.tsx';
import { Loading } from '../parts/loading.tsx';
import { useToldName } from '../parts/players/told-name.ts';
import { newRequestId } from '../parts/request-id.ts';
import { Select } from '../parts/select.tsx';
import { useCall } from '../parts/use-call.ts';
import { useForm } from '../parts/use-form.ts';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';
import type { AskedBan } from './ban-question.ts';
import { AlsoBanned } from './known/also-banned.tsx';
import { banErrorText, mayAddTo, mayIn, useBanLists } from './known/ban-list.ts';
import { MissingIn } from './known/missing-in.tsx';
import { DurationFields } from './known/duration-fields.tsx';
import { durationNeeds, isWrong, minutesOf, usualDuration } from './known/duration.ts';
import { Reach } from './known/reach.tsx';
import { useBanned } from './known/use-banned.ts';
import { DescriptionField, ReasonField } from './known/words-fields.tsx';

interface Props {
  readonly question: AskedBan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Bans somebody where their name stands: on the primary list of their server, unless another one is chosen. */
export function BanPlayerDialog(props: Props) {
  const { t } = useTranslation('bans');
  const { question, onClose } = props;
  const { serverId, player } = question;
  const { told, lists } = useBanLists();
  const obeyed = useResource('serverBanLists', serverId);
  const title = t('player.title', { name: useToldName(serverId, player) });
  if (!told || !obeyed.told) {
    return (
      <Dialog open onClose={onClose} title={title} closable>
        <Loading lines={4} />
      </Dialog>
    );
  }
  const rank = (id: string) => {
    const own = obeyed.rows.find((row) => row.id === id);
    if (own === undefined) return 2;
    return own.primary ? 0 : 1;
  };
  const mine = lists
    .filter((list) => mayAddTo(list))
    .map((list) => ({ list, rank: rank(list.id) }))
    .toSorted((a, b) => a.rank - b.rank);
  const [first, ...others] = mine;
  if (first === undefined || player.muster_id === null) {
    return (
      <Dialog open onClose={onClose} title={title} closable>
        {player.muster_id === null ? (
          <p>{t('player.nobodyKnown')}</p>
        ) : (
          <p>
            {t('player.noLists')} <Link href={to.banManager()}>{t('player.toLists')}</Link>
          </p>
        )}
      </Dialog>
    );
  }
  return (
    <Asked {...props} title={title} choices={[first, ...others]} musterId={player.muster_id} />
  );
}

interface Choice {
  readonly list: ReturnType<typeof useBanLists>['lists'][number];
  /** 0: the primary list of the server; 1: another that it obeys; 2: one that it does not. */
  readonly rank: number;
}

const ACCOUNT = ['servers', 'capabilities', 'ban_lists'] as const;

function Asked({
  question: { serverId, player },
  title,
  choices,
  musterId,
  onDone,
  onClose,
}: Props & {
  readonly title: string;
  readonly choices: readonly [Choice, ...Choice[]];
  readonly musterId: string;
}) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const commands = useCommands();
  const tell = useBanned();
  const why = useId();
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  // Sent again where an answer got lost, they are banned once.
  const [id] = useState(newRequestId);
  const [initial] = useState(() => ({
    list: choices[0].list.id,
    reason: '',
    description: '',
    addresses: false,
    duration: usualDuration(choices[0].list.permissions),
  }));
  const listOf = (chosen: string) =>
    (choices.find(({ list }) => list.id === chosen) ?? choices[0]).list;
  const form = useForm({
    rules: { reason: banReason, description: banDescription, minutes: banMinutes },
    initial,
    typed: ({ reason, description, duration }) => ({
      reason,
      description,
      minutes: minutesOf(duration) ?? null,
    }),
    also: ({ duration }): Readonly<Record<string, string>> =>
      isWrong(duration) ? { minutes: t('duration.wrong') } : {},
    refusalText: banErrorText,
    ask: (body, { values: { list, addresses } }) =>
      commands.call('banCreate', {
        params: { banlist_id: listOf(list).id },
        body: { ban_id: id, who: { kind: 'person', muster_id: musterId, addresses }, ...body },
      }),
    done: (_, { values }) => {
      tell(listOf(values.list), id, isolated(playerName({ ...player, id: player.id ?? '' })));
      onClose();
      onDone();
    },
  });
  const params = { muster_id: musterId };
  const { answer } = useCall('personBans', readsBans(account) ? { params } : null);
  const known = answer?.bans.filter(({ in_force }) => in_force) ?? [];
  const { duration, addresses } = form.values;
  const list = listOf(form.values.list);
  const needed = durationNeeds(duration);
  const isMissing = !mayIn(list, needed);
  const labelOf = ({ list: { identifier: name }, rank }: Choice) => {
    if (rank === 0) return t('player.primaryOf', { name });
    return rank === 1 ? name : t('player.notHere', { name });
  };
  return (
    <FormDialog
      form={form}
      title={title}
      action={t('player.action')}
      danger
      className="ban-dialog"
      why={isMissing ? why : undefined}
      onClose={onClose}
    >
      <AlsoBanned
        bans={known}
        title={t('also.already', { count: known.length })}
        onLeave={onClose}
      />
      <ReasonField {...form.field('reason')} />
      <DurationFields
        value={duration}
        wrong={form.wrong['minutes']}
        onChange={(part) => form.set({ duration: { ...duration, ...part } }, 'minutes')}
      />
      <Select
        label={t('player.list')}
        value={list.id}
        options={choices.map((choice) => ({ value: choice.list.id, label: labelOf(choice) }))}
        onValue={(chosen) => form.set({ list: chosen })}
      />
      <Reach list={list} />
      {may(account, serverId, 'server.view.personal') ? (
        <label className="check" title={t('player.addressesHint')}>
          <input
            type="checkbox"
            checked={addresses}
            onChange={({ target }) => form.set({ addresses: target.checked })}
          />
          {t('player.addresses')}
        </label>
      ) : null}
      <DescriptionField {...form.field('description')} />
      <LastLines serverId={serverId} player={player} />
      <MissingIn id={why} list={list} needed={needed} />
    </FormDialog>
  );
}
