import { useEffect, useRef, useState } from 'react';
import { chooseSpeed, chosenSpeed, hear, soundOf, speeds } from './sounds.ts';

type Sound = { readonly messageId: string; readonly address: string | null; readonly seconds: number | null };

/** The sound of a message and what can be done with it; seconds. */
export const useSound = ({ messageId, address, seconds }: Sound) => {
  const audio = useRef<HTMLAudioElement>(undefined);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(seconds ?? 0);
  const [speed, setSpeed] = useState(chosenSpeed);
  const [unplayable, setUnplayable] = useState(false);

  useEffect(() => {
    const element = soundOf(messageId);
    audio.current = element;
    if (address && element.src === '') element.src = address;
    const look = (): void => {
      setPlaying(!element.paused);
      setAt(element.ended ? 0 : element.currentTime);
      setSpeed(chosenSpeed());
      if (Number.isFinite(element.duration) && element.duration > 0) setLength(element.duration);
    };
    look();
    const fail = (): void => setUnplayable(true);
    const events = ['play', 'pause', 'ended', 'timeupdate', 'loadedmetadata', 'ratechange'] as const;
    for (const event of events) element.addEventListener(event, look);
    element.addEventListener('error', fail);
    return () => {
      for (const event of events) element.removeEventListener(event, look);
      element.removeEventListener('error', fail);
    };
  }, [messageId, address]);

  const toggle = (): void => {
    const element = audio.current;
    if (!element) return;
    if (playing) element.pause();
    else void hear(messageId, element).catch(() => setPlaying(false));
  };
  const faster = (): void => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    chooseSpeed(next);
  };
  const seek = (wanted: number): void => {
    setAt(wanted);
    if (audio.current) audio.current.currentTime = wanted;
  };
  return { playing, at, length, speed, unplayable, toggle, faster, seek };
};
