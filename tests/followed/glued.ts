/**
 * A question that the network doubles is answered twice under one number, and nothing in a part of an answer says
 * which of the two it is of: where some parts of each are lost, a client puts together what was never printed.
 */

/** What stands as somebody's ping, by their row's address, where two answers cut into parts of `size` bytes meet. */
export function gluedPings(
  answers: readonly string[],
  place: string,
  size = 1_024,
): readonly number[] {
  const whole = answers.map((answer) => Buffer.from(answer));
  const pings: number[] = [];
  for (const one of whole) {
    for (const other of whole.filter((answer) => answer !== one)) {
      for (let cut = size; cut < Math.min(one.length, other.length); cut += size) {
        const parts = [one.subarray(cut - size, cut), other.subarray(cut, cut + size)];
        pings.push(...pingsIn(Buffer.concat(parts).toString(), place));
      }
    }
  }
  return pings;
}

function pingsIn(text: string, place: string): readonly number[] {
  return text
    .split('\n')
    .map((row) => /^\d+ +(\S+) +(-?\d+) /.exec(row))
    .filter((row) => row?.[1] === place)
    .map((row) => Number(row?.[2]));
}
