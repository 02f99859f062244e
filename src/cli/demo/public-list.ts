/** A ban list of a demo that everybody may read: what it says of itself, what speaks for a ban and against one, and who follows it. */
import { banEvidenceLink, banEvidenceUpload } from '../../host/bans/evidence.ts';
import { banListFollow } from '../../host/bans/follow.ts';
import { banListEdit } from '../../host/bans/own.ts';
import { banListProfileSet } from '../../host/bans/profile.ts';
import { banReport } from '../../host/bans/reports.ts';
import type { Doing } from '../../host/groups/group.ts';
import { newId } from '../../host/store/ids.ts';
import { call } from './as-somebody.ts';
import type { MadeList } from './ban-lists.ts';

const CONSOLE = `21:14:02 Player #31 Vadim_47 killed Player #12 Łukasz with M4A1 from 312 m (head)
21:14:03 Player #31 Vadim_47 killed Player #7 Ren with M4A1 from 297 m (head)
21:14:05 Player #31 Vadim_47 killed Player #40 Дмитрий with M4A1 from 341 m (head)
`;

/** Opens a list to everybody, lets another list follow it, and lets somebody report one of its bans. */
export async function makePublic(
  owner: Doing,
  reporter: Doing,
  { id: banlist_id, bans }: MadeList,
  follower: MadeList,
): Promise<void> {
  const params = { banlist_id };
  const flags = { public: true, evidence_public: true, allow_followers: true };
  await call(owner, 'banListEdit', banListEdit, { params, body: flags });
  await call(owner, 'banListProfileSet', banListProfileSet, {
    params,
    body: {
      category: 'survival',
      description:
        'The list of Iron Harbour, two dozen servers in five games. Every ban was seen by an admin or is in the logs, and somebody answers each report.',
      contact_email: 'bans@demo.example',
      website: 'https://demo.example/rules',
      teamspeak: '',
      discord: '',
    },
  });
  const { share_code } = await owner.db
    .selectFrom('ban_lists')
    .select('share_code')
    .where('id', '=', banlist_id)
    .executeTakeFirstOrThrow();
  await call(owner, 'banListFollow', banListFollow, {
    params: { banlist_id: follower.id },
    body: { share_code: share_code ?? '' },
  });
  const [proven = '', , reported = ''] = bans;
  const ban = { banlist_id, ban_id: proven };
  await call(owner, 'banEvidenceUpload', banEvidenceUpload, {
    params: ban,
    body: {
      evidence_id: newId(owner.now),
      name: 'console of that evening.txt',
      content: Buffer.from(CONSOLE).toString('base64'),
    },
  });
  await call(owner, 'banEvidenceLink', banEvidenceLink, {
    params: ban,
    body: { evidence_id: newId(owner.now), url: 'https://video.demo.example/vadim-47' },
  });
  await call(reporter, 'banReport', banReport, {
    params: { banlist_id, ban_id: reported },
    body: {
      report_id: newId(owner.now),
      reason: 'It was my brother who wrote that. He has an account of his own now.',
      consent: true,
    },
  });
}
