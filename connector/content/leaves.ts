import { cleanText } from '#domain/shared/text.ts';
import { isObject, leavesOf, parsed, silentInButtons } from './json-leaves.ts';
import { silentFields, silentTypes } from './silent-fields.ts';

/** What a decoded message has in it that people could see, wherever it stands. */
export type Leaf =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly what: string; readonly source: object }
  | { readonly kind: 'key'; readonly key: object };

/** What a file of a type is called where it is said to be on the phone. */
const fileTypes: Readonly<Record<string, string>> = {
  AudioMessage: 'audio',
  DocumentMessage: 'application',
  ImageMessage: 'image',
  StickerMessage: 'sticker',
  VideoMessage: 'video',
};

/** Read on its own by who needs it. */
const apart: ReadonlySet<string> = new Set(['ContextInfo.quotedMessage']);

/** Fields of buttons: amounts in them are numbers, which are shown as such. */
const ofButtons: ReadonlySet<string> = new Set(['buttonParamsJson', 'paramsJson']);

const deepest = 24;

/**
 * All leaves of a kind of content that are not silent, in their order. What stands around a message counts where it
 * stands around the whole: phones show nothing of what stands around a part of it, or around what it quotes.
 */
export const leaves = (value: object, depth = 0): Leaf[] => {
  const type = typeOf(value);
  const isFile = type in fileTypes;
  const own: Leaf[] = isFile ? [{ kind: 'file', what: fileTypes[type] ?? '', source: value }] : [];
  if (depth > deepest) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, field]): Leaf[] => {
      const place = `${type}.${name}`;
      if (place in silentFields || apart.has(place) || (name === 'contextInfo' && depth > 0)) return [];
      const all: readonly unknown[] = Array.isArray(field) ? field : [field];
      return all.flatMap(each => leavesOfField(each, { name, isFile, depth }));
    }),
  ];
};

type Place = { readonly name: string; readonly isFile: boolean; readonly depth: number };

const leavesOfField = (value: unknown, { name, isFile, depth }: Place): Leaf[] => {
  if (typeof value === 'string') return textLeaves(name, value);
  // Of a file its small picture is shown with it, or goes where the file is.
  if (value instanceof Uint8Array)
    return value.length > 0 && !isFile && isPicture(name) ? [{ kind: 'picture', bytes: value }] : [];
  if (!isObject(value)) return [];
  const type = typeOf(value);
  if (type in silentTypes) return [];
  if (type === 'MessageKey') return [{ kind: 'key', key: value }];
  return leaves(value, depth + 1);
};

export const isPicture = (field: string): boolean => /thumbnail(V2)?$/i.test(field);

const textLeaves = (label: string, given: string): Leaf[] => {
  const text = cleanText(given);
  if (text.trim() === '') return [];
  const json = label.endsWith('Json') ? parsed(text) : undefined;
  if (!json) return [{ kind: 'text', label, text }];
  const found = ofButtons.has(label)
    ? leavesOf(json, silentInButtons).filter(({ value }) => !Number.isFinite(Number(value)))
    : leavesOf(json);
  return found.map(leaf => ({ kind: 'text', label: leaf.label, text: leaf.value }));
};

/** The name of a decoded value's type, without `Message.` before those that stand within it. */
export const typeOf = (value: object): string => {
  const made: { getTypeUrl?: (prefix: string) => string } = Object(value.constructor);
  return (made.getTypeUrl?.('') ?? '').replace(/^\/proto\./, '').replace(/^Message\./, '');
};
