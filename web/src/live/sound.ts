let audio: AudioContext | undefined;

/** Two short soft tones. Silent as long as nobody has touched the page: browsers allow no sound before, and complain. */
export const playArrival = (): void => {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') void audio.resume();
    const start = audio.currentTime;
    tone(audio, 740, start);
    tone(audio, 988, start + 0.11);
  } catch {
    // No sound on this machine.
  }
};

const tone = (context: AudioContext, frequency: number, start: number): void => {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'sine';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.12, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.18);
};
