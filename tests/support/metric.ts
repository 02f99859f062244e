/** What a started host wants from whoever reads its figures. */
export const METRICS_TOKEN = 'metrics-of-the-journeys';

/** One of the host's own figures, by its name in /metrics. */
export async function metric(origin: string, name: string): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const line = (await answer.text()).split('\n').find((text) => text.startsWith(`${name} `));
  if (line === undefined) throw new Error(`The host has no metric ${name}.`);
  return Number(line.slice(name.length + 1));
}
