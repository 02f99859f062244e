import { useId, type ReactNode } from 'react';
import type { Refusal } from '../../../domain/groups/rules.ts';
import type { Group } from './group.ts';
import { whyText } from './refusals.ts';

/**
 * Why some of what a panel or a dialog offers may not be done: each reason once, and `whyId` is the id of the element
 * that says it, for the button.
 */
export function useWhys(
  group: Group,
  refusals: readonly (Refusal | null)[],
): {
  readonly whys: ReactNode;
  readonly whyId: (refusal: Refusal | null) => string | undefined;
} {
  const base = useId();
  const idOf = ({ code }: Refusal) => `${base}${code}`;
  const found = new Map<string, Refusal>();
  for (const refusal of refusals) {
    if (refusal === null) continue;
    const { code, needs = [] } = refusal;
    const before = found.get(code)?.needs ?? [];
    found.set(code, { code, needs: [...new Set([...before, ...needs])] });
  }
  return {
    whys:
      found.size === 0 ? null : (
        <ul className="group-whys">
          {[...found.values()].map((refusal) => (
            <li key={refusal.code} id={idOf(refusal)} className="soft">
              {whyText(refusal, group)}
            </li>
          ))}
        </ul>
      ),
    whyId: (refusal) => (refusal === null ? undefined : idOf(refusal)),
  };
}
