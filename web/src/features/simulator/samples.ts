import { encodeWav } from './wav.ts';

/** Things to send where there is no microphone and no file at hand. */

const rate = 16_000;
const notes = [392, 440, 523.25, 440, 392, 329.63];
const noteSeconds = 0.45;

/** A short tune, as a voice note. */
export const sampleVoice = (): Blob => {
  const each = Math.floor(rate * noteSeconds);
  const samples = new Float32Array(each * notes.length);
  for (const [note, pitch] of notes.entries()) {
    for (let at = 0; at < each; at += 1) {
      const fade = Math.min(1, at / 400) * (1 - at / each) ** 1.5;
      samples[note * each + at] = 0.5 * fade * Math.sin((2 * Math.PI * pitch * at) / rate);
    }
  }
  return new Blob([encodeWav(samples, rate)], { type: 'audio/wav' });
};

/** A picture of hills, drawn here. */
export const samplePicture = (): Promise<Blob> =>
  draw({ width: 960, height: 640, type: 'image/jpeg' }, context => {
    const sky = context.createLinearGradient(0, 0, 0, 640);
    sky.addColorStop(0, '#7fb6d9');
    sky.addColorStop(1, '#f6e7cf');
    context.fillStyle = sky;
    context.fillRect(0, 0, 960, 640);
    context.fillStyle = '#fff3c4';
    context.beginPath();
    context.arc(700, 190, 64, 0, 2 * Math.PI);
    context.fill();
    for (const [index, colour] of ['#8fb8a0', '#5c9577', '#2f6b4f'].entries()) {
      context.fillStyle = colour;
      context.beginPath();
      context.moveTo(0, 640);
      for (let x = 0; x <= 960; x += 12) {
        context.lineTo(x, 350 + index * 85 - 55 * Math.sin(x / (150 - index * 22) + index * 2));
      }
      context.lineTo(960, 640);
      context.fill();
    }
  });

/** A smiling face without a ground. */
export const sampleSticker = (): Promise<Blob> =>
  draw({ width: 256, height: 256, type: 'image/webp' }, context => {
    const disc = (x: number, y: number, radius: number, colour: string): void => {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    };
    disc(128, 128, 112, '#fff');
    disc(128, 128, 102, '#f5c84c');
    disc(92, 108, 13, '#3d3322');
    disc(164, 108, 13, '#3d3322');
    context.strokeStyle = '#3d3322';
    context.lineWidth = 11;
    context.lineCap = 'round';
    context.beginPath();
    context.arc(128, 134, 52, 0.15 * Math.PI, 0.85 * Math.PI);
    context.stroke();
  });

type Canvas = { readonly width: number; readonly height: number; readonly type: string };

const draw = (
  { width, height, type }: Canvas,
  paint: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  paint(context);
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), type, 0.85),
  );
};
