import { AnswerWriter } from './writer.ts';

/** The datagrams that carry `answer`: itself, or numbered parts when it is longer than `above`. */
export function splitAnswer(
  answer: Buffer,
  above: number | undefined,
  splitId: number,
): readonly Buffer[] {
  if (above === undefined || answer.length <= above) return [answer];
  const total = Math.ceil(answer.length / above);
  return Array.from({ length: total }, (_, index) =>
    new AnswerWriter()
      .int32(-2)
      .int32(splitId & 0x7fff_ffff)
      .byte(total)
      .byte(index)
      .uint16(above)
      .bytes(answer.subarray(index * above, (index + 1) * above))
      .finish(),
  );
}
