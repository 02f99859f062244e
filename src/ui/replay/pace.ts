/** How a host that plays a recording says that it does. */
export interface Pace {
  /** null: it stands. */
  readonly speed: number | null;
  /** How many events were played. */
  readonly events: number;
  /** The number of the last of them in the file. */
  readonly seq: number | null;
  /** When it was. */
  readonly at: number | null;
  readonly ended: boolean;
}

/** Asks how it plays, or changes it. */
export async function askPace(body?: object): Promise<Pace> {
  const asked =
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const answer = await fetch('/app/v1/replay/pace', asked);
  return (await answer.json()) as Pace;
}
