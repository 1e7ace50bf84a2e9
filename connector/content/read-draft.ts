import type { proto, WAMessageContent } from '@whiskeysockets/baileys';
import { drawsBody, type Part, type PartRow, wordsPart } from '#domain/message/parts.ts';
import { plainOf } from '#domain/message/plain-parts.ts';
import type { Baileys } from '../baileys.ts';
import { answerReaders } from './answers.ts';
import { choiceReaders } from './choices.ts';
import { type Around, nothingAround, readContext } from './context.ts';
import { type Draft, type Reader, type Readers, type Reading, targetOf } from './draft.ts';
import { fileReaders } from './files.ts';
import { readableName } from './json-leaves.ts';
import { type Leaf, leaves } from './leaves.ts';
import { occasionReaders } from './occasions.ts';
import { card, labelled } from './part-makers.ts';
import { peopleReaders } from './people.ts';
import { placeReaders } from './places.ts';
import { silentKinds } from './silent-fields.ts';
import { textReaders } from './texts.ts';
import { tradeReaders } from './trade.ts';
import { opened } from './wrappers.ts';

const readers: Readers = {
  ...textReaders,
  ...fileReaders,
  ...placeReaders,
  ...peopleReaders,
  ...choiceReaders,
  ...answerReaders,
  ...tradeReaders,
  ...occasionReaders,
};

/** Which kinds of content a message holds that are not silent. */
export const kindsOf = (message: WAMessageContent): string[] =>
  Object.entries(message).flatMap(([kind, value]) => (value && !(kind in silentKinds) ? [kind] : []));

const mostWithin = 3;

/** What a whole message shows: `above` and `below` with what stands around it. */
export type WholeDraft = Draft & { readonly around: Around };

/**
 * What a message shows that has been opened. Whatever its kind: what no reader of the kind has shown stands on a card
 * of its own, with the names that the fields have, and what cannot be shown at all is said to be on the phone. Nothing
 * is read of what stands around a message `depth` messages within another.
 */
export const readDraft = (baileys: Baileys, message: WAMessageContent, depth = 0): WholeDraft => {
  const within: Reading['within'] = inner => {
    if (!inner || depth >= mostWithin) return {};
    const { message: content, notes } = opened(inner);
    const draft = readDraft(baileys, content, depth + 1);
    return { ...draft, above: [...notes, ...(draft.above ?? [])] };
  };
  const reading: Reading = { baileys, within };
  const kinds = kindsOf(message);
  const values = kinds.map(kind => message[kind as keyof WAMessageContent]);
  const read = together(
    kinds.map((kind, index) => {
      const reader = readers[kind as keyof Readers] as Reader<unknown> | undefined;
      return { context: contextOf(values[index]), ...(reader?.(values[index], reading) ?? {}) };
    }),
  );
  const around = depth === 0 ? readContext(read.context, { within, plain: plainText }) : nothingAround;
  const draft = withAround(read, around);
  return { ...completed(draft, leftOver(draft, around, values), kinds), around };
};

const withAround = (draft: Draft, around: Around): Draft => {
  const above = [...around.above, ...(draft.above ?? [])];
  // Words that are none are not drawn where something else is.
  const isWordless = draft.words === '' && above.length > 0 && (draft.mediaType ?? 'text') === 'text';
  return {
    ...draft,
    ...(isWordless ? { words: undefined } : {}),
    above,
    below: [...(draft.below ?? []), ...around.below],
  };
};

const contextOf = (value: unknown): proto.IContextInfo | undefined =>
  (value as { contextInfo?: proto.IContextInfo } | null)?.contextInfo ?? undefined;

/** A message has one kind; of several the first ones words are its words. */
const together = ([first = {}, ...others]: readonly Draft[]): Draft =>
  others.reduce(
    (draft, other) => ({
      mediaType: draft.mediaType ?? other.mediaType,
      words: draft.words ?? other.words,
      file: draft.file ?? other.file,
      about: draft.about ?? other.about,
      context: draft.context ?? other.context,
      above: [...(draft.above ?? []), ...(other.above ?? [])],
      below: [...(draft.below ?? []), ...(other.below ?? [])],
    }),
    first,
  );

type Left = {
  readonly rows: readonly PartRow[];
  readonly files: readonly string[];
  readonly about: Draft['about'];
};

const mostRows = 200;

/** What stands in a message and is not shown by its draft. */
const leftOver = (draft: Draft, around: Around, values: readonly unknown[]): Left => {
  const shown = shownIn(draft, around);
  const rows: PartRow[] = [];
  const files: string[] = [];
  let about: Draft['about'];
  const see = (leaf: Leaf): void => {
    switch (leaf.kind) {
      case 'text':
        if (shown.has(leaf.text)) return;
        shown.add(leaf.text);
        rows.push(...labelled(readableName(leaf.label), leaf.text));
        return;
      case 'picture':
        if (!shown.has(Buffer.from(leaf.bytes).toString('base64'))) files.push('picture');
        return;
      case 'file':
        if (leaf.source !== draft.file?.source) files.push(leaf.what);
        return;
      case 'key':
        about ??= targetOf(leaf.key);
    }
  };
  for (const value of values) {
    if (typeof value === 'string') see({ kind: 'text', label: 'text', text: value });
    else if (value && typeof value === 'object') for (const leaf of leaves(value)) see(leaf);
  }
  const isCut = rows.length > mostRows;
  return { rows: rows.slice(0, mostRows), files: isCut ? [...files, 'text'] : files, about };
};

/** Texts that are shown, in whatever a draft has. */
const shownIn = (draft: Draft, around: Around) => {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) for (const each of value) collect(each);
    else if (value && typeof value === 'object') for (const each of Object.values(value)) collect(each);
  };
  const { words, above, below, about, file, seen } = draft;
  collect([words, seen, above, below, about?.id, around.quoted?.id, around.quote, file?.hint.name]);
  let all = texts.join('\0');
  return {
    has: (text: string): boolean => all.includes(text),
    add: (text: string): void => {
      all += `\0${text}`;
    },
  };
};

const completed = (draft: Draft, { rows, files, about }: Left, kinds: readonly string[]): Draft => {
  const { file } = draft;
  const picture =
    file && !file.remote && file.thumbnail?.length ? [card('item', { picture: file.thumbnail })] : [];
  const below = [
    ...picture,
    ...(draft.below ?? []),
    ...(rows.length > 0 ? [card('details', { rows })] : []),
    ...(files.length > 0 ? [countedFiles(files)] : []),
  ];
  const isNothing = !draft.words && !draft.file && below.length === 0 && !draft.above?.length;
  const isEmpty = isNothing && (draft.mediaType ?? 'text') === 'text' && kinds.length > 0;
  const unknown: Part[] = isEmpty ? [{ kind: 'more', of: kinds.map(what => ({ what, count: 1 })) }] : [];
  return {
    ...draft,
    ...(isEmpty ? { mediaType: 'unsupported', words: undefined } : {}),
    about: draft.about ?? about,
    below: [...below, ...unknown],
  };
};

const countedFiles = (files: readonly string[]): Part => ({
  kind: 'more',
  of: [...new Set(files)].map(what => ({ what, count: files.filter(each => each === what).length })),
});

/** The parts of a draft as they are kept: none where it is its words alone. */
export const partsOf = ({ words, above = [], below = [] }: Draft): Part[] | undefined => {
  const parts = [...above, ...(words === undefined ? [] : [wordsPart]), ...below];
  return parts.length === 0 || (parts.length === 1 && words !== undefined) ? undefined : parts;
};

/** What a draft says in plain text. */
export const plainText = (draft: Draft): string => {
  const parts = partsOf(draft);
  const plain = plainOf(parts ?? []);
  return drawsBody(parts) ? [draft.words, plain].filter(Boolean).join('\n') : plain;
};
