/** What speaks for a ban: files and links, for whoever may change the ban. */
import { mayEdit, neededToAdd } from '../../domain/bans/rules.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { DownloadHandler, Handler } from '../calls/handler.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import { change, type Change } from '../change/change.ts';
import { accountOfList } from '../files/evidence.ts';
import { pack, readParts } from '../files/parts.ts';
import { STORAGE_ROWS } from '../files/rows.ts';
import { filesOf, lockStorage, storageOf } from '../files/storage.ts';
import type { Database, Trx } from '../store/database.ts';
import type { BanEvidenceRow } from '../store/tables/bans.ts';
import { auditBan, refuse, type Bans } from './ban.ts';
import { evidenceKind } from './evidence-kind.ts';
import { heldOn, lockBanList } from './list.ts';
import { readBan } from './store.ts';

interface Params {
  readonly banlist_id: string;
  readonly ban_id: string;
}

/** `POST banlist/:id/bans/:ban/evidence/upload`. */
export const banEvidenceUpload: Handler<'banEvidenceUpload'> = async (
  { params, body },
  context,
) => {
  const content = Buffer.from(body.content, 'base64');
  if (content.length > BAN_LIMIT.evidence.bytes) {
    throw refused('upload-too-large', 'At most 10 MiB.', 'content');
  }
  const kind = evidenceKind(content);
  if (kind === null)
    throw refused('file-not-recognized', 'A picture, a video or a text.', 'content');
  const { parts, bytes, sha256 } = await pack(content);
  const packed = parts.reduce((sum, { length }) => sum + length, 0);
  return addEvidence(context, params, {
    id: body.evidence_id,
    kind,
    name: body.name,
    url: null,
    bytes,
    packed,
    sha256,
    parts,
  });
};

/** `POST banlist/:id/bans/:ban/evidence/link`. */
export const banEvidenceLink: Handler<'banEvidenceLink'> = ({ params, body }, context) =>
  addEvidence(context, params, {
    id: body.evidence_id,
    kind: 'link',
    name: '',
    url: body.url,
    bytes: 0,
    packed: 0,
    sha256: null,
    parts: [],
  });

/** `POST banlist/:id/bans/:ban/evidence/:evidence/remove`. Sent again, it is gone. */
export const banEvidenceRemove: Handler<'banEvidenceRemove'> = async (
  { params, body: _ },
  context,
) => {
  await changeEvidence(context, params, async (made, owner, ban) => {
    const gone = await made.trx
      .deleteFrom('ban_evidence')
      .where('id', '=', params.evidence_id)
      .where('ban_id', '=', ban.id)
      .returning(['id', 'kind', 'bytes', 'sha256'])
      .executeTakeFirst();
    if (gone === undefined) return;
    const { id, ...of } = gone;
    auditBan(made, ban, 'evidence-remove', { evidence: id, ...of });
    made.tellRows(STORAGE_ROWS, owner, [owner]);
  });
  return { evidence: await evidenceOfBan(context.db, params.ban_id) };
};

/** `GET banlist/:id/bans/:ban/evidence/:evidence/download`. */
export const banEvidenceDownload: DownloadHandler<'banEvidenceDownload'> = {
  download: ({ params }, { db }) => download(db, params),
};

/** The same of a ban in force, where everybody may see what speaks for it. */
export const publicEvidenceDownload: DownloadHandler<'publicEvidenceDownload'> = {
  async download({ params }, { db, now }) {
    const list = await db
      .selectFrom('ban_lists')
      .select('id')
      .where('id', '=', params.banlist_id)
      .where('is_public', '=', true)
      .where('evidence_public', '=', true)
      .where('deleting', 'is', null)
      .executeTakeFirst();
    const ban = list === undefined ? null : await readBan(db, params.banlist_id, params.ban_id);
    if (ban?.status !== 'ACTIVE' || (ban.until ?? Infinity) <= now) throw noSuch('file');
    return download(db, params);
  },
};

async function download(
  db: Database,
  { banlist_id, ban_id, evidence_id }: Params & { readonly evidence_id: string },
) {
  const file = await db
    .selectFrom('ban_evidence')
    .select(['id', 'name', 'bytes', 'packed'])
    .where('id', '=', evidence_id)
    .where('ban_id', '=', ban_id)
    .where('banlist_id', '=', banlist_id)
    .where('url', 'is', null)
    .executeTakeFirst();
  if (file === undefined) throw noSuch('file');
  return { ...file, parts: readParts(db, file, 'ban_evidence_parts') };
}

/** What speaks for a ban, the oldest first. */
export async function evidenceOfBan(db: Database | Trx, banId: string) {
  return db
    .selectFrom('ban_evidence')
    .select(['id', 'name', 'url', 'bytes', 'at'])
    .where('ban_id', '=', banId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

type NewEvidence = Omit<BanEvidenceRow, 'banlist_id' | 'ban_id' | 'at' | 'added_by'> & {
  readonly parts: readonly Buffer[];
};

async function addEvidence(context: Evidences, params: Params, { parts, ...added }: NewEvidence) {
  const { id, kind, bytes, sha256 } = added;
  await changeEvidence(context, params, async (made, owner, ban) => {
    const { trx, now } = made;
    const held = await evidenceOfBan(trx, ban.id);
    if (held.some((one) => one.id === id)) return;
    const alike = held.filter(({ url }) => (url === null) === (added.url === null)).length;
    const most = kind === 'link' ? BAN_LIMIT.evidence.links : BAN_LIMIT.evidence.files;
    if (alike >= most) throw refused('too-many-files', `At most ${most} of a ban.`, fieldOf(kind));
    await refuseFull(trx, context, owner, bytes, now);
    const kept = await trx
      .insertInto('ban_evidence')
      .values({ ...added, ...params, at: now, added_by: context.account.id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Its id is of what speaks for another ban.
    if (kept === undefined) throw noSuch('file');
    for (const [number, packed] of parts.entries()) {
      await trx.insertInto('ban_evidence_parts').values({ file_id: id, number, packed }).execute();
    }
    auditBan(made, ban, 'evidence-add', { evidence: id, kind, bytes, sha256 });
    made.tellRows(STORAGE_ROWS, owner, [owner]);
  });
  return { evidence: await evidenceOfBan(context.db, params.ban_id) };
}

type Evidences = Bans & Pick<Parameters<typeof banEvidenceLink>[1], 'settings'>;

/** Does something with what speaks for a ban, under the locks of the owner's storage and of the list. */
async function changeEvidence(
  context: Evidences,
  { banlist_id, ban_id }: Params,
  work: (made: Change, owner: string, ban: BanRow) => Promise<void>,
): Promise<void> {
  await change(context, async (made) => {
    const { trx } = made;
    const owner = await ownerOf(trx, banlist_id);
    await lockStorage(trx, owner);
    await lockBanList(trx, banlist_id);
    if ((await ownerOf(trx, banlist_id)) !== owner) {
      throw new HostError('service-unavailable', 'Somebody else has just moved it. Try again.');
    }
    const ban = await readBan(trx, banlist_id, ban_id);
    if (ban === null) throw noSuch('ban');
    const held = await heldOn(trx, banlist_id, context.account.id);
    if (!mayEdit(held, ban, ban.until, context.account.id)) refuse(held, neededToAdd(ban.until));
    await work(made, owner, ban);
  });
}

/** By whose storage the files of a list count. */
export async function ownerOf(trx: Trx, listId: string): Promise<string> {
  const owner = await accountOfList(trx, listId);
  if (owner === null) throw noSuch('ban list');
  return owner;
}

/** Evidence never makes files of servers go: what does not fit beside them is refused. */
export async function refuseFull(
  trx: Trx,
  { settings }: Pick<Evidences, 'settings'>,
  owner: string,
  bytes: number,
  now: number,
): Promise<void> {
  if (bytes === 0) return;
  const { quota } = await storageOf(trx, settings, owner, now);
  const used = (await filesOf(trx, owner)).reduce((sum, file) => sum + file.bytes, 0);
  if (used + bytes <= quota) return;
  throw refused('storage-quota-reached', 'The storage quota of the owner is reached.', 'content');
}

function fieldOf(kind: BanEvidenceRow['kind']): string {
  return kind === 'link' ? 'url' : 'content';
}

export function refused(code: ErrorCode, text: string, field: string): HostError {
  return new HostError(code, text, { fields: { [field]: code } });
}

/** The owner of a list is told how much is kept, where bans went with what spoke for them. */
export async function tellEvidenceGone(made: Change, listId: string): Promise<void> {
  const owner = await ownerOf(made.trx, listId);
  made.tellRows(STORAGE_ROWS, owner, [owner]);
}
