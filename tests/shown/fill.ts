import { isPicture } from '#connector/content/leaves.ts';
import { silentFields, silentKinds, silentTypes } from '#connector/content/silent-fields.ts';
import type { protobuf } from './description.ts';
import { type Field, fieldsOf, nameOf } from './description.ts';

/** Something put into a message, by which it is found again where the message is shown. */
export type Mark = {
  readonly kind: 'text' | 'picture' | 'file' | 'key' | 'quoted';
  readonly marker: string;
  readonly place: string;
  /** Of a file, and of its small picture, what it is called where it is said to be on the phone. */
  readonly what?: string;
};
export type Filled = { readonly message: object; readonly marks: readonly Mark[] };

/** What a file of a type is said to be. */
export const fileTypes: Readonly<Record<string, string>> = {
  AudioMessage: 'audio',
  DocumentMessage: 'application',
  ImageMessage: 'image',
  StickerMessage: 'sticker',
  VideoMessage: 'video',
};

let made = 0;
const newMarker = (): string => `mk${String(++made).padStart(5, '0')}z`;

const isSilent = ({ owner, name, inner }: Field): boolean =>
  `${owner}.${name}` in silentFields || (inner !== undefined && nameOf(inner) in silentTypes);

type Way = {
  /** The types that lead here. */
  readonly within: readonly string[];
  /** Which of the fields of a group is there. */
  readonly turn: number;
  /** The only field that is filled, by its owner and name; all where there is none. */
  readonly only?: ReadonlySet<string> | undefined;
};

/** A kind of message with something in each of its fields, and in theirs, that is not silent. */
export const filled = (kind: Field, turn: number): Filled => {
  const marks: Mark[] = [];
  const value = valueIn(kind, { within: [], turn }, marks);
  return { message: { [kind.name]: value }, marks };
};

/** The same with one field alone, at the end of the fields that lead there. */
export const filledAlone = (path: readonly Field[]): Filled => {
  const marks: Mark[] = [];
  const only = new Set(path.map(({ owner, name }) => `${owner}.${name}`));
  const [kind, ...rest] = path;
  if (!kind) throw new Error('a field is within a kind of message');
  const way = { within: [], turn: 0, only };
  const value = rest.length === 0 ? valueIn(kind, way, marks) : nested(kind, way, marks);
  return { message: { [kind.name]: value }, marks };
};

const valueIn = (field: Field, way: Way, marks: Mark[]): unknown => {
  const { owner, name, type, inner } = field;
  const place = `${owner}.${name}`;
  const mark = (kind: Mark['kind'], marker: string): string => {
    const what = fileTypes[owner];
    marks.push({ kind, marker, place, ...(what ? { what } : {}) });
    return marker;
  };
  if (type === 'string') {
    const marker = mark(place === 'ContextInfo.stanzaId' ? 'quoted' : 'text', newMarker());
    return name.endsWith('Json') ? JSON.stringify({ campo: marker }) : marker;
  }
  if (type === 'bytes') {
    if (!isPicture(name)) return Buffer.of(1);
    return Buffer.from(mark('picture', newMarker()));
  }
  if (!inner) return type === 'bool' ? false : 1;
  if (nameOf(inner) === 'Message') return { conversation: mark('text', newMarker()) };
  if (nameOf(inner) === 'MessageKey') return { id: mark('key', newMarker()), fromMe: false };
  return nested(field, way, marks);
};

const nested = ({ inner, repeated }: Field, way: Way, marks: Mark[]): unknown => {
  if (!inner) return undefined;
  const value = objectOf(inner, way, marks);
  return repeated ? [value] : value;
};

/** An object of a type; nothing of the types that it stands within, which would have no end. */
const objectOf = (type: protobuf.Type, way: Way, marks: Mark[]): object => {
  const name = nameOf(type);
  const within = [...way.within, name];
  const what = fileTypes[name];
  const isWhole = way.only === undefined;
  const path = what && isWhole ? newMarker() : undefined;
  if (path && what) marks.push({ kind: 'file', marker: path, place: name, what });
  const own = path ? { directPath: `/${path}`, mediaKey: Buffer.alloc(32, 7) } : {};
  const fields = chosen(fieldsOf(type), way).filter(field => isFilled(field, way, within));
  return Object.fromEntries([
    ...fields.flatMap((field): [string, unknown][] => {
      if (field.name in own) return [];
      const value = valueIn(field, { ...way, within }, marks);
      return [[field.name, field.repeated && !Array.isArray(value) ? [value] : value]];
    }),
    ...Object.entries(own),
  ]);
};

const isFilled = (field: Field, { only }: Way, within: readonly string[]): boolean => {
  const { owner, name, inner } = field;
  if (only) return only.has(`${owner}.${name}`);
  if (isSilent(field) || name === 'viewOnce' || (owner === 'Message' && name in silentKinds)) return false;
  // Phones show what stands around a message, and nothing of what stands around a part of it.
  if (name === 'contextInfo') return within.length === 1;
  return !inner || nameOf(inner) === 'Message' || !within.includes(nameOf(inner));
};

/** Of each group one field at a time. */
const chosen = (fields: readonly Field[], { turn, only }: Way): readonly Field[] =>
  only
    ? fields
    : fields.filter(({ group, name }) => {
        const members = fields.filter(each => each.group !== undefined && each.group === group);
        return group === undefined || members[turn % members.length]?.name === name;
      });

/** How many turns it takes until each field of each group has been there. */
export const turnsOf = (kind: Field): number => {
  const sizes: number[] = [1];
  const look = (type: protobuf.Type, within: readonly string[]): void => {
    const fields = fieldsOf(type);
    for (const group of new Set(fields.flatMap(field => field.group ?? [])))
      sizes.push(fields.filter(field => field.group === group).length);
    for (const field of fields)
      if (field.inner && isFilled(field, { within, turn: 0 }, [...within, nameOf(type)]))
        if (!['Message', 'MessageKey'].includes(nameOf(field.inner)))
          look(field.inner, [...within, nameOf(type)]);
  };
  if (kind.inner) look(kind.inner, []);
  return Math.max(...sizes);
};
