const most = 330;
const least = 120;
const unknown = { width: 240, height: 240 };

/** The place that a picture or film takes in a conversation, known before it is there: nothing moves when it comes. */
export const boxSize = (shape: {
  readonly width: number | null;
  readonly height: number | null;
}): { readonly width: number; readonly height: number } => {
  const { width, height } = shape;
  if (!width || !height) return unknown;
  const scale = Math.min(1, most / width, most / height);
  const clamp = (side: number) => Math.max(least, Math.round(side * scale));
  return { width: clamp(width), height: clamp(height) };
};
