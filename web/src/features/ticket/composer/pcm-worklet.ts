/** What an audio worklet has besides what pages have. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (name: string, processor: typeof AudioWorkletProcessor) => void;

const partSize = 8_192;

/** Hands the microphone's samples to the port that it is given; any word ends it. */
class Tap extends AudioWorkletProcessor {
  private sound: MessagePort | undefined;
  private part = new Float32Array(partSize);
  private filled = 0;
  private over = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      if (data instanceof MessagePort) this.sound = data;
      else this.end();
    };
  }

  process([input]: readonly Float32Array[][]): boolean {
    const samples = input?.[0];
    if (samples && this.sound && !this.over) this.take(samples);
    return !this.over;
  }

  private take(samples: Float32Array): void {
    if (this.filled + samples.length > partSize) this.send();
    this.part.set(samples, this.filled);
    this.filled += samples.length;
  }

  private send(): void {
    if (this.filled > 0) this.sound?.postMessage(this.part.slice(0, this.filled));
    this.filled = 0;
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    this.send();
    this.sound?.postMessage(null);
  }
}

registerProcessor('pcm-tap', Tap);
