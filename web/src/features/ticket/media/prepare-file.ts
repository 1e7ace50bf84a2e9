import type { FileDetail } from '../../../api/media.ts';
import type { PreparedFile } from '../composer/outgoing.ts';

/** Specification, core, section 9. */
const quality = 0.7;
const longestSide = 2_560;
/** What is smaller goes as it is. */
const worthwhile = 300_000;

const unknown: FileDetail = { voice: false, seconds: null, width: null, height: null };

/**
 * Makes pictures smaller and measures films and sounds. Pictures that can be seen through stay as they are, and so
 * does what moves, what is small and what cannot be read.
 */
export const prepareFile = async (file: File): Promise<PreparedFile> => {
  if (isPicture(file)) return preparedPicture(file).catch(() => ({ file, detail: unknown }));
  if (/^(video|audio)\//.test(file.type)) return { file, detail: await measured(file) };
  return { file, detail: unknown };
};

/** Drawings and moving pictures would lose what makes them such. */
const isPicture = ({ type }: File): boolean => type.startsWith('image/') && !/gif|svg/.test(type);

const preparedPicture = async (file: File): Promise<PreparedFile> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = bitmap;
  try {
    const isUsual = file.type === 'image/jpeg' || file.type === 'image/png';
    if (isUsual && file.size <= worthwhile) return { file, detail: { ...unknown, width, height } };
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const [canvas, context] = canvasOf(Math.round(width * scale), Math.round(height * scale));
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const detail = { ...unknown, width: canvas.width, height: canvas.height };
    if (file.type !== 'image/jpeg' && isSeenThrough(context)) {
      if (file.type === 'image/png') return { file, detail: { ...unknown, width, height } };
      return { file: await encoded(canvas, file, 'image/png'), detail };
    }
    const smaller = await encoded(canvas, file, 'image/jpeg');
    if (isUsual && smaller.size >= file.size) return { file, detail: { ...unknown, width, height } };
    return { file: smaller, detail };
  } finally {
    bitmap.close();
  }
};

const canvasOf = (width: number, height: number) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser cannot draw');
  return [canvas, context] as const;
};

const isSeenThrough = (context: CanvasRenderingContext2D): boolean => {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
};

const encoded = async (canvas: HTMLCanvasElement, { name }: File, type: string): Promise<File> => {
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new Error('this browser cannot write pictures');
  const ending = type === 'image/png' ? 'png' : 'jpg';
  return new File([blob], `${name.replace(/\.\w+$/, '')}.${ending}`, { type });
};

const patienceMs = 5_000;

const measured = (file: File): Promise<FileDetail> =>
  new Promise(resolve => {
    const address = URL.createObjectURL(file);
    const element = document.createElement(file.type.startsWith('video/') ? 'video' : 'audio');
    const answer = (detail: FileDetail): void => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
      resolve(detail);
    };
    const timer = setTimeout(() => answer(unknown), patienceMs);
    element.onerror = () => answer(unknown);
    element.onloadedmetadata = () => {
      const { duration } = element;
      const seconds = Number.isFinite(duration) ? Math.max(1, Math.round(duration)) : null;
      const film = element instanceof HTMLVideoElement && element.videoWidth > 0 ? element : undefined;
      answer({ ...unknown, seconds, width: film?.videoWidth ?? null, height: film?.videoHeight ?? null });
    };
    element.preload = 'metadata';
    element.src = address;
  });
