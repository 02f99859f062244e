import { useId, useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { banEvidenceLink } from '../../protocol/bans/evidence-calls.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Field } from '../parts/field.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Form } from '../parts/form.tsx';
import { useLocale } from '../parts/locale.ts';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { useForm } from '../parts/use-form.ts';
import { formatBytes } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { banErrorText, type BanList } from '../bans/known/ban-list.ts';
import { EvidenceItem } from '../bans/known/evidence-item.tsx';

type Item = CallAnswer<'banRead'>['evidence'][number];

interface EvidenceProps {
  readonly list: BanList;
  readonly banId: string;
  readonly onDone: () => void;
}

/** What speaks for a ban, and for whoever may change that: more of it, and less. */
export function Evidence({
  evidence,
  may,
  ...of
}: EvidenceProps & { readonly evidence: readonly Item[]; readonly may: boolean }) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const params = { banlist_id: of.list.id, ban_id: of.banId };
  const files = evidence.filter(({ url }) => url === null).length;
  return (
    <section className="stack ban-evidence">
      <h3>{t('evidence.title')}</h3>
      {evidence.length === 0 ? (
        <p className="soft">{t('evidence.none')}</p>
      ) : (
        <ul>
          {evidence.map((item) => {
            const name = isolated(item.url ?? item.name);
            return (
              <li key={item.id}>
                <EvidenceItem
                  item={item}
                  folder={`banlist/${params.banlist_id}/bans/${params.ban_id}`}
                />
                {may ? (
                  <Button
                    kind="quiet"
                    aria-label={t('evidence.removeOf', { name })}
                    onClick={() =>
                      open((close) => (
                        <Confirm
                          title={t('evidence.removeAsked', { name })}
                          action={t('evidence.remove')}
                          done={t('evidence.removed')}
                          refusalText={banErrorText}
                          onYes={async () => {
                            const outcome = await commands.call('banEvidenceRemove', {
                              params: { ...params, evidence_id: item.id },
                              body: {},
                            });
                            of.onDone();
                            return outcome;
                          }}
                          onClose={close}
                        >
                          <p>{t('evidence.removeSays')}</p>
                        </Confirm>
                      ))
                    }
                  >
                    {t('evidence.remove')}
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      {!may ? null : files < BAN_LIMIT.evidence.files ? (
        <Upload {...of} />
      ) : (
        <p className="soft">{t('evidence.filesFull', { count: BAN_LIMIT.evidence.files })}</p>
      )}
      {!may ? null : evidence.length - files < BAN_LIMIT.evidence.links ? (
        <AddLink {...of} />
      ) : (
        <p className="soft">{t('evidence.linksFull', { count: BAN_LIMIT.evidence.links })}</p>
      )}
      {dialog}
    </section>
  );
}

function Upload({ list, banId, onDone }: EvidenceProps) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const commands = useCommands();
  const [hint, says] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const tried = useRef<{ readonly content: string; readonly id: string } | null>(null);
  const send = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file === undefined) return;
    // The same file can be chosen again.
    target.value = '';
    const name = isolated(shownFile(file.name));
    setWrong(null);
    if (file.size > BAN_LIMIT.evidence.bytes) {
      return setWrong(t('evidence.tooLarge', { name, size: formatBytes(file.size, locale) }));
    }
    if (file.size === 0) return setWrong(t('evidence.emptyFile', { name }));
    setSending(name);
    const content = await inBase64(file);
    if (content === null) {
      setSending(null);
      return setWrong(t('evidence.failed', { name }));
    }
    // Sent again where an answer got lost, it is added once.
    if (tried.current?.content !== content) tried.current = { content, id: newRequestId() };
    const evidence_id = tried.current.id;
    const outcome = await commands.call('banEvidenceUpload', {
      params: { banlist_id: list.id, ban_id: banId },
      body: {
        evidence_id,
        name: shownFile(file.name),
        content,
      },
    });
    setSending(null);
    if (!outcome.ok) return setWrong(banErrorText(outcome.error));
    tried.current = null;
    toast(t('evidence.added'));
    onDone();
  };
  const described = wrong === null ? hint : `${says} ${hint}`;
  return (
    <div className="stack">
      <div className="actions">
        <Button
          busy={sending !== null}
          aria-describedby={described}
          onClick={() => input.current?.click()}
        >
          {t('evidence.file')}
        </Button>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label={t('evidence.file')}
          aria-describedby={described}
          aria-invalid={wrong !== null}
          onChange={(event) => void send(event)}
        />
        <span id={hint} className="soft">
          {sending === null ? t('evidence.fileHint') : t('evidence.sending', { name: sending })}
        </span>
      </div>
      {wrong === null ? null : (
        <p id={says} className="wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** As the host takes it: the end of it, which tells most, without what is not seen or turns the text around. */
function shownFile(name: string): string {
  const shown = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return shown.slice(-BAN_LIMIT.evidence.name).trim() || 'file';
}

/** null: it cannot be read. */
function inBase64(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => resolve(null));
    reader.addEventListener('load', () => {
      const read = reader.result;
      const content = typeof read === 'string' ? read.slice(read.indexOf(',') + 1) : '';
      resolve(content === '' ? null : content);
    });
    reader.readAsDataURL(file);
  });
}

function AddLink({ list, banId, onDone }: EvidenceProps) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const tried = useRef<{ readonly url: string; readonly id: string } | null>(null);
  const form = useForm({
    rules: { url: banEvidenceLink.body.shape.url },
    initial: { url: '' },
    refusalText: banErrorText,
    concerns: { 'too-many-files': 'url' },
    ask: (body) => {
      // Sent again where an answer got lost, it is added once.
      if (tried.current?.url !== body.url) tried.current = { url: body.url, id: newRequestId() };
      return commands.call('banEvidenceLink', {
        params: { banlist_id: list.id, ban_id: banId },
        body: { evidence_id: tried.current.id, ...body },
      });
    },
    done: () => {
      tried.current = null;
      toast(t('evidence.added'));
      form.discard();
      onDone();
    },
  });
  return (
    <Form form={form} className="actions ban-find" onSubmit={form.submit}>
      <Field
        {...form.field('url')}
        label={t('evidence.link')}
        hint={t('evidence.linkHint')}
        type="url"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" busy={form.busy}>
        {t('evidence.addLink')}
      </Button>
      <FormError error={form.error} text={banErrorText} />
    </Form>
  );
}
