export type Field = { readonly text: string; readonly start: number; readonly end: number };

/** A text after something was put in place of its selection, and where the cursor is then. */
export const insertAt = ({ text, start, end }: Field, piece: string): { text: string; caret: number } => {
  const from = Math.min(start, text.length);
  const to = Math.max(from, Math.min(end, text.length));
  return { text: text.slice(0, from) + piece + text.slice(to), caret: from + piece.length };
};
