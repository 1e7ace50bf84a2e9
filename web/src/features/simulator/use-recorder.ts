import { useCallback, useEffect, useRef, useState } from 'react';

/** Records the microphone. `since`: when the recording began, milliseconds since 1970. */
export const useRecorder = () => {
  const recorder = useRef<MediaRecorder>(undefined);
  const [since, setSince] = useState<number>();

  const release = useCallback((): void => {
    for (const track of recorder.current?.stream.getTracks() ?? []) track.stop();
    recorder.current = undefined;
    setSince(undefined);
  }, []);
  useEffect(() => release, [release]);

  /** Answers whether there is a microphone that may be used. */
  const start = async (): Promise<boolean> => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      recorder.current = new MediaRecorder(stream);
      recorder.current.start();
      setSince(Date.now());
      return true;
    } catch {
      return false;
    }
  };
  const stop = async (): Promise<Blob | undefined> => {
    const current = recorder.current;
    if (!current) return undefined;
    const recorded = new Promise<Blob>(resolve => {
      current.addEventListener('dataavailable', ({ data }) => resolve(data), { once: true });
    });
    current.stop();
    const blob = await recorded;
    release();
    return blob;
  };
  return { since, start, stop, cancel: release };
};
