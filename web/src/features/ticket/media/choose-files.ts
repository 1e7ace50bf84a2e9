import { sentAs } from '#domain/shared/file-kinds.ts';
/** Why a file cannot be attached. */
export type Refused = {
  readonly name: string;
  readonly why: 'empty' | 'folder' | 'tooLarge' | 'tooMany';
  readonly size: number;
};
export type Chosen = { readonly files: readonly File[]; readonly refused: readonly Refused[] };

export const nothingChosen: Chosen = { files: [], refused: [] };

export const mostFiles = 20;

/** What is attached when these files are added, and what of them is not. `limit`: bytes that a file may have. */
export const addFiles = (
  chosen: Chosen,
  more: readonly File[],
  { limit, folders }: { readonly limit: number; readonly folders: ReadonlySet<string> },
): Chosen => {
  const files = [...chosen.files];
  const refused: Refused[] = [];
  for (const file of more) {
    const { name, size } = file;
    if (files.some(known => isSame(known, file))) continue;
    const why = folders.has(name)
      ? 'folder'
      : size === 0
        ? 'empty'
        : size > limit
          ? 'tooLarge'
          : files.length >= mostFiles
            ? 'tooMany'
            : undefined;
    if (why) refused.push({ name, size, why });
    else files.push(file);
  }
  return { files, refused };
};

/** Pasted pictures all have the same name: they differ by their time. */
const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** WhatsApp's phones do not show these within the conversation: they go as documents. */
export const goesAsDocument = ({ type, size }: File, mediaLimit: number): boolean => {
  if (!/^(image|video|audio)\//.test(type)) return false;
  return size > mediaLimit || sentAs(type) === 'application';
};
