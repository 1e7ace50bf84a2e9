import sharp from 'sharp';
import { wav } from '../system/wav.ts';

/** Pictures that contacts of the demo send, drawn here: nothing of anybody else's is needed. */

const svg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
const jpeg = async (drawn: Buffer): Promise<string> =>
  (await sharp(drawn).jpeg({ quality: 88 }).toBuffer()).toString('base64');

const table = (wall: string, wood: string): string => `
  <defs><linearGradient id="w" x2="0" y2="1"><stop offset="0" stop-color="${wall}"/><stop offset="1" stop-color="#fff7ea"/></linearGradient>
  <radialGradient id="s"><stop offset="0" stop-opacity=".35"/><stop offset="1" stop-opacity="0"/></radialGradient></defs>
  <rect width="1200" height="800" fill="url(#w)"/><rect y="600" width="1200" height="200" fill="${wood}"/>
  <rect y="600" width="1200" height="10" fill="#00000022"/>`;

const moka = (x: number, metal: string, shade: string): string => `
  <g transform="translate(${x} 150)"><ellipse cx="170" cy="480" rx="210" ry="28" fill="url(#s)"/>
  <path d="M60 470 L90 270 H250 L280 470 Z" fill="${metal}"/><path d="M170 270 H250 L280 470 H200 Z" fill="${shade}"/>
  <rect x="82" y="250" width="176" height="26" rx="6" fill="#3b3f42"/>
  <path d="M96 250 L70 70 H270 L244 250 Z" fill="${metal}"/><path d="M180 70 H270 L244 250 H190 Z" fill="${shade}"/>
  <path d="M70 70 L30 96 L78 120 Z" fill="${metal}"/><path d="M64 70 Q170 10 276 70 Z" fill="${shade}"/>
  <circle cx="170" cy="30" r="16" fill="#2b2d2f"/><path d="M262 90 H340 Q356 90 352 108 L330 220 H300 L318 122 H258 Z" fill="#2b2d2f"/></g>`;

/** A moka pot on a table. */
export const coffeePot = (): Promise<string> =>
  jpeg(svg(1200, 800, table('#cfe3dd', '#9a6b43') + moka(430, '#d9dee1', '#a9b2b8')));

/** Three of them, in colours. */
export const shelf = (): Promise<string> =>
  jpeg(
    svg(
      1200,
      800,
      table('#e9dcc8', '#7d5a3c') +
        moka(40, '#c94f3d', '#9c3a2c') +
        moka(420, '#d9dee1', '#a9b2b8') +
        moka(800, '#3f7f6b', '#2e604f'),
    ),
  );

/** A mixer with its bowl. */
export const mixer = (): Promise<string> =>
  jpeg(
    svg(
      1200,
      800,
      `${table('#d7dfe9', '#b98b5e')}<g transform="translate(330 170)"><ellipse cx="260" cy="470" rx="330" ry="34" fill="url(#s)"/>
      <rect x="20" y="400" width="460" height="60" rx="26" fill="#b8453a"/><path d="M20 400 L60 120 H170 L150 400 Z" fill="#c94f3d"/>
      <rect x="50" y="40" width="470" height="130" rx="60" fill="#d65c49"/><circle cx="120" cy="105" r="22" fill="#f1efe9"/>
      <rect x="390" y="165" width="18" height="120" fill="#8d969b"/><path d="M250 230 H520 Q515 400 385 400 Q255 400 250 230 Z" fill="#cfd6da"/>
      <path d="M385 230 H520 Q515 400 385 400 Z" fill="#aab3b8"/></g>`,
    ),
  );

const thumbnail = async (jpegFile: string): Promise<string> =>
  (await sharp(Buffer.from(jpegFile, 'base64')).resize(150, 100).jpeg().toBuffer()).toString('base64');

/** Small pictures as they stand in messages themselves. */
export const potThumbnail = async (): Promise<string> => thumbnail(await coffeePot());
export const mixerThumbnail = async (): Promise<string> => thumbnail(await mixer());

/** A sticker: a cup that smiles. */
export const sticker = async (): Promise<string> =>
  (
    await sharp(
      svg(
        320,
        320,
        `<path d="M50 110 H230 V200 Q230 280 140 280 Q50 280 50 200 Z" fill="#fff" stroke="#2f6b4f" stroke-width="12"/>
        <path d="M232 135 q60 -6 56 46 q-4 48 -62 44" fill="none" stroke="#2f6b4f" stroke-width="12"/>
        <circle cx="105" cy="175" r="10" fill="#2f6b4f"/><circle cx="175" cy="175" r="10" fill="#2f6b4f"/>
        <path d="M105 210 q35 34 70 0" fill="none" stroke="#2f6b4f" stroke-width="10" stroke-linecap="round"/>
        <path d="M100 84 q-16 -22 4 -44 M145 84 q-16 -22 4 -44 M190 84 q-16 -22 4 -44" fill="none" stroke="#9fc5b2" stroke-width="9" stroke-linecap="round"/>`,
      ),
    )
      .webp()
      .toBuffer()
  ).toString('base64');

/** A tune, as a WAV file; its loudness changes, so that its picture does. */
export const tune = (seconds: number): string =>
  wav(seconds, n => {
    const loud = 4_000 + 3_500 * Math.sin(n / 900) + 2_500 * Math.sin(n / 310);
    return loud * Math.sin(n / 4);
  }).toString('base64');

/** A document of so many bytes that calls itself a PDF. */
export const paper = (size: number): string =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')]).toString('base64');

/** For a page: records a second of a drawn film and answers it as base64. */
export const film = `(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
  const paint = canvas.getContext('2d');
  const kind = ['video/mp4', 'video/webm'].find(each => MediaRecorder.isTypeSupported(each));
  const recorder = new MediaRecorder(canvas.captureStream(12), { mimeType: kind });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const done = new Promise(resolve => { recorder.onstop = resolve; });
  recorder.start();
  for (let frame = 0; frame < 40; frame += 1) {
    paint.fillStyle = '#dfe9e4'; paint.fillRect(0, 0, 640, 400);
    paint.fillStyle = '#9a6b43'; paint.fillRect(0, 310, 640, 90);
    paint.fillStyle = '#c94f3d'; paint.fillRect(210, 90 + Math.sin(frame / 2) * 4, 220, 220);
    paint.fillStyle = '#d65c49'; paint.fillRect(180, 60 + Math.sin(frame / 2) * 4, 280, 70);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
  recorder.stop();
  await done;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { mimetype: kind, base64: btoa(text) };
})()`;
