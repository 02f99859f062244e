import type { BanListPermission } from '../../../protocol/permissions.ts';
import { mayIn, missingIn, type BanList } from './ban-list.ts';

/** What somebody lacks for what is chosen, beside a form that cannot be sent without it; nothing where they have it. */
export function MissingIn({
  id,
  list,
  needed,
}: {
  readonly id: string;
  readonly list: BanList;
  readonly needed: BanListPermission;
}) {
  if (mayIn(list, needed)) return null;
  return (
    <p id={id} className="refused">
      {missingIn(list, [needed])}
    </p>
  );
}
