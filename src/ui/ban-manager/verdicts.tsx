import { useTranslation } from 'react-i18next';
import { BAN_LIMIT, type REVIEWED } from '../../protocol/bans/limits.ts';
import { banListReview } from '../../protocol/bans/verification-calls.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { banErrorText } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { TextBox } from '../parts/text-box.tsx';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { useForm } from '../parts/use-form.ts';
import { isolated } from '../text/isolated.ts';

type Review = CallAnswer<'banListReviews'>['lists'][number];
type Verdict = (typeof REVIEWED)[number];

const { reason } = banListReview.body.shape;

/** What staff can decide about a list: to verify it, to deny it, or that it is verified no more. */
export function Verdicts({
  review,
  onDecided,
}: {
  readonly review: Review;
  readonly onDecided: () => void;
}) {
  const { t } = useTranslation('bans');
  const [dialog, open] = useDialog();
  const { own, state, missing } = review;
  if (own) return <p className="soft">{t('reviews.own')}</p>;
  const decide = (verdict: Verdict) =>
    open((close) => (
      <VerdictDialog review={review} verdict={verdict} onDone={onDecided} onClose={close} />
    ));
  const isWaiting = state === 'in-review';
  return (
    <>
      {isWaiting && missing.length > 0 ? <p className="soft">{t('reviews.lacks')}</p> : null}
      <div className="actions">
        {isWaiting && missing.length === 0 ? (
          <Button kind="primary" onClick={() => decide('verified')}>
            {t('reviews.approve')}
          </Button>
        ) : null}
        <Button onClick={() => decide('denied')}>
          {t(isWaiting ? 'reviews.deny' : 'reviews.end')}
        </Button>
      </div>
      {dialog}
    </>
  );
}

function VerdictDialog({
  review: { id, identifier, state },
  verdict,
  onDone,
  onClose,
}: {
  readonly review: Review;
  readonly verdict: Verdict;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const name = isolated(identifier);
  const step = verdict === 'verified' ? 'approve' : state === 'verified' ? 'end' : 'deny';
  const form = useForm({
    rules: { reason },
    initial: { reason: '' },
    refusalText: banErrorText,
    ask: async (body) => {
      const outcome = await commands.call('banListReview', {
        params: { banlist_id: id },
        body: { ...body, verdict },
      });
      // What it is by now is read again behind the dialog.
      if (!outcome.ok) onDone();
      return outcome;
    },
    done: () => {
      toast(t(verdict === 'verified' ? 'reviews.approved' : 'reviews.denied', { name }));
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(`reviews.${step}Title`, { name })}
      action={t(`reviews.${step}`)}
      onClose={onClose}
    >
      <p>
        {verdict === 'verified'
          ? t('reviews.approveSays')
          : t('reviews.denySays', { count: BAN_LIMIT.verification.waitDays })}
      </p>
      <TextBox
        {...form.field('reason')}
        label={t('reviews.reason')}
        hint={t('reviews.reasonHint')}
        rule={reason}
      />
    </FormDialog>
  );
}
