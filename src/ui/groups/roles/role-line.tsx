import { ArrowDown, ArrowUp, GripVertical, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/groups/rules.ts';
import { Button } from '../../parts/button.tsx';
import type { MovedLines } from '../../parts/use-moved-lines.ts';
import type { RoleRow } from '../known/group.ts';
import { RoleName } from '../known/role-name.tsx';

type Handle = ReturnType<MovedLines['dragging']> & {
  readonly onKeyDown: ReturnType<MovedLines['onKeyDown']>;
  readonly onBlur: () => void;
};

/** A role in its place: what it is, what moves it, and behind that what else can be done with it. */
export function RoleLine({
  role: { id, name, colour, members, permissions, is_owner: isOwner },
  place,
  count,
  dragged,
  moves,
  whyId,
  onMove,
  handle,
  children,
}: {
  readonly role: RoleRow;
  readonly place: number;
  readonly count: number;
  readonly dragged: boolean;
  /** Why it cannot be moved at all, and why not to a place; null: it stays, and the account moves none. */
  readonly moves: {
    readonly refused: Refusal | null;
    readonly placed: (to: number) => Refusal | null;
  } | null;
  readonly whyId: (refusal: Refusal | null) => string | undefined;
  readonly onMove: (to: number) => void;
  readonly handle: Handle;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('groups');
  const isMoved = moves !== null && moves.refused === null;
  return (
    <li data-id={id} data-dragged={dragged}>
      {isMoved ? (
        <button
          type="button"
          className="role-handle"
          data-handle
          aria-label={t('roles.handle', { name, place: place + 1, count })}
          aria-describedby="role-hint"
          {...handle}
        >
          <GripVertical className="icon" />
        </button>
      ) : (
        <span className="role-handle" aria-hidden>
          {isOwner ? <Lock className="icon" /> : null}
        </span>
      )}
      <span className="role-what">
        <RoleName name={name} colour={colour} />
        <span className="soft">
          {isOwner
            ? t('roles.fixed')
            : `${t('roles.members', { count: members })} · ${t('roles.permissions', { count: permissions.length })}`}
        </span>
      </span>
      {moves === null ? null : (
        <span className="role-moves">
          <Step
            icon={<ArrowUp />}
            label={t('roles.upOf', { name })}
            title={t('roles.up')}
            still={moves.refused === null && moves.placed(place - 1) !== null}
            why={whyId(moves.refused)}
            onClick={() => onMove(place - 1)}
          />
          <Step
            icon={<ArrowDown />}
            label={t('roles.downOf', { name })}
            title={t('roles.down')}
            still={moves.refused === null && place === count - 1}
            why={whyId(moves.refused)}
            onClick={() => onMove(place + 1)}
          />
        </span>
      )}
      <span className="role-deeds">{children}</span>
    </li>
  );
}

function Step({
  label,
  ...button
}: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly title: string;
  readonly still: boolean;
  readonly why: string | undefined;
  readonly onClick: () => void;
}) {
  return <Button kind="quiet" aria-label={label} {...button} />;
}
