/** An entry of the audit as people read it, wherever it stands: whom it was done to is a door. */
import './audit.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { AuditRow } from '../../domain/audit/row.ts';
import { whyOfAudit } from '../../domain/doors/why.ts';
import type { FeedPlayer } from '../../domain/feed/same-player.ts';
import { hexId } from '../../protocol/fields.ts';
import { to } from '../../domain/routes/routes.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { useLocale } from '../parts/locale.ts';
import { PlayerName } from '../parts/players/player-name.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { WhyButton } from '../parts/why-button.tsx';
import { auditChanges, auditDetails, auditSentence, type AuditPlace } from './audit-text.ts';

type Entry = AuditRow;

/** What was done, to whom, why and how it ended. */
export function AuditSentence({
  entry,
  place,
}: {
  readonly entry: Entry;
  readonly place?: AuditPlace;
}) {
  const target = targetOf(entry);
  return (
    <>
      <bdi>
        {target === null ? (
          auditSentence(entry, place)
        ) : (
          <Sentence
            parts={{ target }}
            text={(marks) => auditSentence({ ...entry, target_name: marks.target }, place)}
          />
        )}
      </bdi>
      <WhyButton why={whyOfAudit(entry)} />
    </>
  );
}

/** Whom it was done to, as a door; null where it was nobody who has a card. */
function targetOf(entry: Entry): ReactNode | null {
  const { server_id: serverId, target_id, target_name } = entry;
  const why = whyOfAudit(entry);
  if (why !== null)
    return target_name ? <PlayerName serverId={why.serverId} {...why.player} /> : null;
  const player = playerOf(entry);
  if (player !== null && serverId !== null) return <PlayerName serverId={serverId} {...player} />;
  const isOfAccount = entry.action.startsWith('personnel.') || serverId === null;
  if (!isOfAccount || !target_name || typeof target_id !== 'string') return null;
  return <AccountName serverId={serverId} id={target_id} name={target_name} />;
}

/** The player whom it was done to; null where it was nobody who has a card. */
function playerOf({ action, detail, target_id, target_name }: Entry): FeedPlayer | null {
  if (target_name === undefined || target_name === '') return null;
  const idOf = (value: unknown) => hexId.safeParse(value).data ?? null;
  if (action.startsWith('notes.')) {
    return { id: null, muster_id: idOf(target_id), name: target_name };
  }
  if (!action.startsWith('actions.')) return null;
  const { play_session, muster_id } = detail;
  return { id: idOf(play_session), muster_id: idOf(muster_id), name: target_name };
}

/** What else is told, once it is asked for: before and after, which things, from where. */
export function AuditDetails({
  entry,
  onThing,
}: {
  readonly entry: Entry;
  /** Narrows down to a thing. */
  readonly onThing: (id: string) => void;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const { address = '', group, group_id } = entry;
  return (
    <details className="audit-details">
      <summary>{t('audit.details')}</summary>
      {auditChanges(entry, locale).map((text) => (
        <span key={text}>{text}</span>
      ))}
      {auditDetails(entry, locale).map(({ text, thing }) => (
        <span key={text}>
          {thing === null ? text : <Only of={text} onChoose={() => onThing(thing)} />}
        </span>
      ))}
      {group === undefined || group_id !== undefined ? null : (
        <span>
          <Link href={to.group(group.kind, group.id)}>{group.identifier}</Link>
        </span>
      )}
      {address === '' ? null : <span>{t('audit.address', { address })}</span>}
    </details>
  );
}

/** What narrows a list down to itself. */
export function Only({ of, onChoose }: { readonly of: string; readonly onChoose: () => void }) {
  const { t } = useTranslation('serverPages');
  return (
    <button type="button" className="link" title={t('audit.only', { of })} onClick={onChoose}>
      <bdi>{of}</bdi>
    </button>
  );
}
