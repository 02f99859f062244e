/** How jobs and messages are written: to one server, or to many with a result for each. */
import i18next from 'i18next';
import type { AccountRow } from '../../domain/rows.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { AddedOf, EditsOf } from '../../domain/resources/rule.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import type { AskedWrite, Outcome } from '../../worker/contract.ts';
import type { Deed } from '../actions/run.ts';
import type { TabCommands } from '../data/connect.ts';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';

export type Scheduled = 'jobs' | 'messages';

/** How many a server may have, as far as the account is told: the plan is that of the server's owner. */
export function limitOf(
  { limits, servers }: Pick<AccountRow, 'limits' | 'servers'>,
  serverId: string,
  resource: Scheduled,
): number {
  const owns = servers[serverId]?.includes('server.delete') === true;
  return (owns ? limits[resource] : undefined) ?? SCHEDULE_LIMIT[resource];
}

/** Adds a row to a server, or changes one; a refusal is told where it was typed, and nowhere else. */
export async function writeRow<R extends Scheduled>(
  commands: TabCommands,
  {
    resource,
    server_id,
    row,
    values,
    was,
  }: {
    readonly resource: R;
    readonly server_id: string;
    /** null: a new one. */
    readonly row: { readonly id: string } | null;
    readonly values: AddedOf<R>;
    /** As its editor saw it. */
    readonly was?: EditsOf<R> | undefined;
  },
): Promise<Outcome<null>> {
  const of = { id: newRequestId(), resource, server_id };
  const asked =
    row === null
      ? { ...of, row_id: newRequestId(), write: 'add', values }
      : { ...of, row_id: row.id, write: 'edit', values, ...(was === undefined ? {} : { was }) };
  return told(commands, asked as unknown as AskedWrite);
}

/** Removes a row, or brings it back; a refusal is said at once. */
export async function removeRow(
  commands: TabCommands,
  resource: Scheduled,
  row: Pick<ResourceView<Scheduled>, 'id' | 'server_id' | 'pending'>,
  back: boolean,
): Promise<boolean> {
  const of = { id: newRequestId(), resource, server_id: row.server_id, row_id: row.id };
  const { pending: _, ...kept } = row;
  const asked = back ? { ...of, write: 'restore', row: kept } : { ...of, write: 'remove' };
  const outcome = await told(commands, asked as unknown as AskedWrite);
  if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  return outcome.ok;
}

/** The same row on each of many servers, which can be removed again where it was added. */
export function addDeed<R extends Scheduled>(
  commands: TabCommands,
  resource: R,
  title: string,
  values: AddedOf<R>,
): Deed {
  const rows = new Map<string, string>();
  const write = async (server_id: string, id: string, asked: object): Promise<Outcome<string>> => {
    const outcome = await told(commands, { id, resource, server_id, ...asked } as AskedWrite);
    return outcome.ok ? { ok: true, value: '' } : outcome;
  };
  return {
    title,
    ask: (server_id, requestId) => {
      // The same request again writes the same row.
      rows.set(server_id, requestId);
      return write(server_id, newRequestId(), { row_id: requestId, write: 'add', values });
    },
    back: {
      label: i18next.t('done.undo', { ns: 'schedules' }),
      deed: () => ({
        title: i18next.t('done.removed', { ns: 'schedules', name: title }),
        ask: (server_id, requestId) =>
          write(server_id, requestId, { row_id: rows.get(server_id) ?? '', write: 'remove' }),
        back: null,
      }),
    },
  };
}

/** Who asked shows why it was refused: it is not kept among what failed as well. */
async function told(commands: TabCommands, asked: AskedWrite): Promise<Outcome<null>> {
  const outcome = await commands.write(asked);
  if (!outcome.ok) void commands.dismiss(asked.id);
  return outcome;
}
