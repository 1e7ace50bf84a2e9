import { useCallback, useEffect, useRef, useState } from 'react';

/** Records the microphone. `since`: when the recording began, milliseconds since 1970. */
export const useRecorder = () => {
  const recorder = useRef<MediaRecorder>(undefined);
  const isGone = useRef(false);
  const [since, setSince] = useState<number>();

  const release = useCallback((): void => {
    if (recorder.current) endTracks(recorder.current.stream);
    recorder.current = undefined;
    setSince(undefined);
  }, []);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      release();
    };
  }, [release]);

  /** Answers whether there is a microphone that may be used; undefined when nobody waits for it any more. */
  const start = async (): Promise<boolean | undefined> => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (isGone.current) {
        endTracks(stream);
        return undefined;
      }
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

const endTracks = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
