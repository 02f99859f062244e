import type { Range } from '../../../domain/search/match.ts';

/** A text with what matched in it marked. */
export function Marked({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: readonly Range[];
}) {
  return (
    <bdi>
      {ranges.map(([from, to], index) => (
        <span key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </bdi>
  );
}
