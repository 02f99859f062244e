import { useRef, useState } from 'react';
import { moved, whyNotMoveRole, type Acting, type Refusal } from '../../../domain/groups/rules.ts';
import { isStreamOf } from '../../data/use-resource.ts';
import { useCommands, useRows } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import { PARTS, type Group, type RoleRow } from '../known/group.ts';
import { groupErrorText, whyText } from '../known/refusals.ts';

const MOVE = { team: 'teamRoleMove', organization: 'organizationRoleMove' } as const;

/** A role is to stand right above another one; null: it is to be the last. */
interface Move {
  readonly id: string;
  readonly above: string | null;
}

/** The order that the account made, which is shown until the host has told it. */
interface Made {
  readonly ids: readonly string[];
  /** Where the stream of the roles tells it; null: the host has not answered yet. */
  readonly from: number | null;
}

/** The role below, if a role stood at a place; null: it is the last there. */
function roleAt(roles: readonly RoleRow[], role: RoleRow, to: number): RoleRow | null {
  return roles.filter(({ id }) => id !== role.id)[to] ?? null;
}

/** Why a role cannot be put to a place; null where it can. The owner's is always the first. */
export function whyNotPlace(
  acting: Acting,
  roles: readonly RoleRow[],
  role: RoleRow,
  to: number,
): Refusal | null {
  return whyNotMoveRole(acting, role, roleAt(roles, role, to));
}

/** The roles in their order, with what the account has moved, and what moves one. */
export function useRoleOrder(
  group: Group,
  told: readonly RoleRow[],
  acting: Acting,
): {
  readonly roles: readonly RoleRow[];
  /** The host has not told the order yet that is shown. */
  readonly pending: boolean;
  readonly move: (id: string, to: number) => void;
} {
  const [made, setMade] = useState<Made | null>(null);
  const position = usePosition(group);
  const send = useSentInOrder(group, (from) =>
    setMade((before) => (from === null || before === null ? null : { ...before, from })),
  );
  const isShown = made !== null && (made.from === null || position < made.from);
  const roles = isShown ? placed(made.ids, told) : told;
  const move = (id: string, to: number) => {
    const role = roles.find((one) => one.id === id);
    if (role === undefined) return;
    const refusal = whyNotPlace(acting, roles, role, to);
    if (refusal !== null) return toast(whyText(refusal, group), 'bad');
    const above = roleAt(roles, role, to);
    setMade({ ids: moved<RoleRow>(roles, role, above).map((one) => one.id), from: null });
    send({ id, above: above?.id ?? null });
  };
  return { roles, pending: isShown, move };
}

/** What is told of the roles, as they stand in an order; those that came in the meantime are the last. */
function placed(ids: readonly string[], told: readonly RoleRow[]): readonly RoleRow[] {
  const known = ids.flatMap((id) => told.find((role) => role.id === id) ?? []);
  const rest = told.filter(({ id }) => !ids.includes(id));
  return [...known, ...rest].map((role, hierarchy) => ({ ...role, hierarchy }));
}

/** Up to where the roles of a group are told. */
function usePosition({ kind, id }: Group): number {
  const streams = useRows({ view: 'streams', server_id: null }).rows;
  const of = streams.find((stream) => isStreamOf(stream.id, { group_id: id }, PARTS[kind].roles));
  return of?.position ?? 0;
}

/**
 * Sends moves one after the other: each is by the role that stands below. Of one role that is moved on while another move
 * is under way, its last place is sent alone. `onDone`: the position that tells all of it; null: one was refused.
 */
function useSentInOrder({ id: group_id, kind }: Group, onDone: (from: number | null) => void) {
  const commands = useCommands();
  const waiting = useRef<readonly Move[]>([]);
  const isSending = useRef(false);
  const sendAll = async () => {
    let from = 0;
    for (let [next] = waiting.current; next !== undefined; [next] = waiting.current) {
      waiting.current = waiting.current.slice(1);
      const params = { group_id, role_id: next.id };
      const outcome = await commands.call(MOVE[kind], { params, body: { above: next.above } });
      if (!outcome.ok) {
        waiting.current = [];
        toast(groupErrorText(outcome.error), 'bad');
        return null;
      }
      from = outcome.value.position;
    }
    return from;
  };
  return (move: Move) => {
    const before = waiting.current;
    waiting.current = [...(before.at(-1)?.id === move.id ? before.slice(0, -1) : before), move];
    if (isSending.current) return;
    isSending.current = true;
    void sendAll().then((from) => {
      isSending.current = false;
      onDone(from);
    });
  };
}
