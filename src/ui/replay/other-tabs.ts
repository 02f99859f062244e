/** Tabs of one browser hand each other the file that an address names: nobody has to look for it again. */
const CHANNEL = 'muster-replay';

interface Wanted {
  readonly type: 'wanted';
  readonly recording: string;
}

interface Offered {
  readonly type: 'offered';
  readonly recording: string;
  readonly file: Blob;
}

/** Gives the file to any tab that asks for this recording, until it is taken back. */
export function offerFile(recording: string, file: Blob): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Wanted | Offered>) => {
    if (data.type !== 'wanted' || data.recording !== recording) return;
    channel.postMessage({ type: 'offered', recording, file } satisfies Offered);
  };
  return () => channel.close();
}

/** Asks the other tabs for the file of a recording; the first one that has it is heard. */
export function askForFile(recording: string, receive: (file: Blob) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Wanted | Offered>) => {
    if (data.type !== 'offered' || data.recording !== recording) return;
    channel.close();
    receive(data.file);
  };
  channel.postMessage({ type: 'wanted', recording } satisfies Wanted);
  return () => channel.close();
}
