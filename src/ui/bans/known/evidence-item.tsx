import type { CallAnswer } from '../../../worker/contract.ts';
import { apiOrigin } from '../../data/api-origin.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatBytes } from '../../text/format.ts';

/** A file or a link that speaks for a ban; `folder`: under which path the host keeps those of the ban. */
export function EvidenceItem({
  item: { id, url, name, bytes },
  folder,
}: {
  readonly item: CallAnswer<'banRead'>['evidence'][number];
  readonly folder: string;
}) {
  const locale = useLocale();
  if (url !== null) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{url}</bdi>
      </a>
    );
  }
  return (
    <span>
      <a href={`${apiOrigin()}/app/v1/${folder}/evidence/${id}/download`} download={name}>
        <bdi>{name}</bdi>
      </a>{' '}
      <span className="soft numeric">{formatBytes(bytes, locale)}</span>
    </span>
  );
}
