import type { Start } from './mp3-worker.ts';
import { isMp3Rate } from './pcm.ts';
import workletUrl from './pcm-worklet.ts?worker&url';

export type Recording = {
  /** When it began, milliseconds since 1970. */
  readonly since: number;
  /** Takes no more sound in; what was taken in stays. */
  readonly pause: () => void;
  /** Ends it and answers the mp3 file. Rejects when it could not be written. */
  readonly finish: () => Promise<Blob>;
  /** Throws it away and lets the microphone go. Harmless after `finish`. */
  readonly cancel: () => void;
};

/** Records the microphone as mp3. Rejects when there is none that may be used. */
export const startRecording = async (): Promise<Recording> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  let context: AudioContext | undefined;
  let worker: Worker | undefined;
  const cancel = (): void => {
    for (const track of stream.getTracks()) track.stop();
    worker?.terminate();
    if (context && context.state !== 'closed') void context.close();
  };
  try {
    context = await contextFor();
    worker = new Worker(new URL('./mp3-worker.ts', import.meta.url), { type: 'module' });
    const tap = new AudioWorkletNode(context, 'pcm-tap', { numberOfInputs: 1, numberOfOutputs: 1 });
    const { port1, port2 } = new MessageChannel();
    const start: Start = { rate: context.sampleRate, sound: port1 };
    worker.postMessage(start, [port1]);
    tap.port.postMessage(port2, [port2]);
    context.createMediaStreamSource(stream).connect(tap).connect(context.destination);
    await context.resume();
    const written = fileOf(worker);
    // Only who finishes wants to know that it could not be written.
    written.catch(() => undefined);
    return {
      since: Date.now(),
      pause: () => void context?.suspend(),
      finish: async () => {
        tap.port.postMessage('end');
        try {
          return await written;
        } finally {
          cancel();
        }
      },
      cancel,
    };
  } catch (error) {
    cancel();
    throw error;
  }
};

const contextFor = async (): Promise<AudioContext> => {
  let context = new AudioContext();
  if (!isMp3Rate(context.sampleRate)) {
    await context.close();
    context = new AudioContext({ sampleRate: 48_000 });
  }
  await context.audioWorklet.addModule(workletUrl);
  return context;
};

const fileOf = (worker: Worker): Promise<Blob> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<BlobPart[]>) =>
      resolve(new Blob(data, { type: 'audio/mpeg' }));
    worker.onerror = event => reject(new Error(event.message));
  });
