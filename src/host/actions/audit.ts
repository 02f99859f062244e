/** What the audit says of what was asked of a server: done, refused, or without an answer. */
import { commandName } from '../../domain/actions/commands.ts';
import type { AuditVerb } from '../../domain/audit/actions.ts';
import { shownCommand } from '../../domain/actions/secrets.ts';
import type { ServerActionRequest } from '../../protocol/actions/calls.ts';
import { gameName, SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { serverResource } from '../access/grants.ts';
import type { ActsBy, Change } from '../change/change.ts';
import { withoutPersonal } from '../realtime/console-text.ts';

/** What was asked, as the audit calls it. */
const VERB: Readonly<Record<ServerActionRequest['action'], AuditVerb<'actions'>>> = {
  [SERVER_ACTION.RAW]: 'raw',
  [SERVER_ACTION.MESSAGE_PRIVATE]: 'message-private',
  [SERVER_ACTION.MESSAGE_PUBLIC]: 'message-public',
  [SERVER_ACTION.SERVER_LOCK]: 'server-lock',
  [SERVER_ACTION.SERVER_UNLOCK]: 'server-unlock',
  [SERVER_ACTION.SERVER_RESTART]: 'server-restart',
  [SERVER_ACTION.SERVER_KICK]: 'server-kick',
  [SERVER_ACTION.WHITELIST_PAUSE]: 'whitelist-pause',
  [SERVER_ACTION.WHITELIST_RESUME]: 'whitelist-resume',
};

/** Who asked what of which server. */
export interface Asked {
  readonly actor: string;
  readonly server: { readonly id: string; readonly game: Game };
  readonly request: ServerActionRequest;
  /** By what; null: a host of an older version did not keep it. */
  readonly by: ActsBy | null;
  /** Whence; null where it is not known any more. */
  readonly address: string | null;
  /** Whom it is about. */
  readonly player: {
    readonly id: string | null;
    readonly muster_id: string | null;
    readonly name: string;
  } | null;
}

/** What became of it. */
export type Ended =
  | { readonly outcome: 'done' | 'no-answer' }
  | { readonly outcome: 'failed'; readonly refused: ErrorCode }
  | {
      readonly outcome: 'failed';
      readonly refused: 'permission-denied';
      readonly missing: readonly ServerPermission[];
    };

/** Puts it into the audit. */
export function auditAction(made: Change, asked: Asked, ended: Ended): void {
  const { actor, by, server, request, address, player } = asked;
  const command =
    request.action === SERVER_ACTION.RAW
      ? commandName(gameName(server.game), request.command)
      : null;
  made.audit({
    actor,
    by,
    resource: serverResource(server.id),
    action: `actions.${VERB[request.action]}`,
    detail: {
      ...ended,
      ...(command === null ? {} : { command }),
      ...(player === null ? {} : { play_session: player.id, muster_id: player.muster_id }),
    },
    told: {
      address,
      text: wordsOf(request),
      target: player && { id: player.muster_id ?? player.id, name: player.name },
    },
  });
}

/** The command as consoles show it, without secrets, addresses and ids; the message; or the reason. */
function wordsOf(request: ServerActionRequest): string | null {
  if ('command' in request) return withoutPersonal(shownCommand(request.command));
  if ('text' in request) return request.text;
  return 'reason' in request ? request.reason : null;
}
