/** The entry of the worker that replays a recording for one page. */
import '../zod-jitless.ts';
import { expose } from 'comlink';
import { browserClock } from '../browser-environment.ts';
import type { TabMessage } from '../contract.ts';
import { blobLines } from './blob-lines.ts';
import type { ReplayOpener } from './contract.ts';
import { openRecording } from './open.ts';
import { Replay } from './replay.ts';

const opener: ReplayOpener = {
  async open(file, told, stream, controls) {
    if (file.size === 0) return { ok: false, kind: 'empty' };
    try {
      const lines = (byte: number, first: number) => blobLines(file, byte, first);
      const played = await openRecording(lines, told);
      if ('ok' in played) return played;
      const replay = new Replay(played, browserClock, (message) => stream.postMessage(message));
      stream.onmessage = ({ data }: MessageEvent<TabMessage>) => replay.receive(data);
      replay.seek(0);
      expose(replay, controls);
      return { ok: true, recording: played.recording };
    } catch (error) {
      // The file was moved or changed since it was chosen.
      if (error instanceof DOMException) return { ok: false, kind: 'unreadable' };
      throw error;
    }
  },
};

expose(opener);
