import type { FileDetail } from '../../../api/media.ts';

/** Specification, core, section 9. */
const quality = 0.7;
const longestSide = 2_560;
/** What is smaller goes as it is. */
const worthwhile = 300_000;

const unknown: FileDetail = { seconds: null, width: null, height: null };

/** Makes photos smaller and measures films and sounds. What cannot be read is sent as it is. */
export const prepareFile = async (file: File): Promise<{ file: File; detail: FileDetail }> => {
  if (/^image\/(jpeg|png|webp)$/.test(file.type) && file.size > worthwhile)
    return { file: await smaller(file).catch(() => file), detail: unknown };
  if (/^(video|audio)\//.test(file.type)) return { file, detail: await measured(file) };
  return { file, detail: unknown };
};

const smaller = async (file: File): Promise<File> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob || blob.size >= file.size) return file;
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
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
      answer({ seconds, width: film?.videoWidth ?? null, height: film?.videoHeight ?? null });
    };
    element.preload = 'metadata';
    element.src = address;
  });
