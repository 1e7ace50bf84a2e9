import type { Card, CardKind, NoteKind, Part, PartButton, PartRow, RowName } from '#domain/message/parts.ts';

type Text = string | null | undefined;

/** Each answers nothing where there is nothing to show. */

export const text = (style: 'title' | 'text' | 'footer', given: Text): Part[] =>
  given ? [{ kind: 'text', style, text: given }] : [];

export const note = (of: NoteKind, given?: Text): Part[] => [
  { kind: 'note', of, ...(given ? { text: given } : {}) },
];

export const buttons = (given: readonly PartButton[]): Part[] =>
  given.length > 0 ? [{ kind: 'buttons', buttons: [...given] }] : [];

export const more = (what: string, count = 1): Part[] =>
  count > 0 ? [{ kind: 'more', of: [{ what, count }] }] : [];

type Given = {
  readonly title?: Text;
  readonly text?: Text;
  readonly footer?: Text;
  readonly link?: Text;
  readonly picture?: Uint8Array | null | undefined;
  readonly rows?: readonly PartRow[];
  readonly buttons?: readonly PartButton[];
};

/** A card stands for its kind also where nothing is written on it. */
export const card = (of: CardKind, given: Given = {}): Card => {
  const picture = pictureOf(given.picture);
  return {
    ...{ kind: 'card', of },
    ...(given.title ? { title: given.title } : {}),
    ...(given.text ? { text: given.text } : {}),
    ...(given.footer ? { footer: given.footer } : {}),
    ...(given.link ? { link: given.link } : {}),
    ...(picture ? { picture } : {}),
    ...(given.rows?.length ? { rows: [...given.rows] } : {}),
    ...(given.buttons?.length ? { buttons: [...given.buttons] } : {}),
  };
};

type RowMore = Omit<PartRow, 'value' | 'name' | 'label'>;

export const row = (name: RowName, value: Text | number, as: RowMore = {}): PartRow[] =>
  value || value === 0 ? [{ name, value: `${value}`, ...as }] : [];

/** A value that the sender named, or an entry without a value. */
export const labelled = (label: Text, value: Text | number = '', as: RowMore = {}): PartRow[] =>
  label || value ? [{ ...(label ? { label } : {}), value: `${value ?? ''}`, ...as }] : [];

/** An amount in thousandths, as WhatsApp writes prices. */
export const price = (name: RowName, thousandths: unknown, currency: Text): PartRow[] =>
  thousandths === null || thousandths === undefined
    ? []
    : amount(name, Number(thousandths) / 1_000, currency);

export const amount = (name: RowName, value: number, currency: Text): PartRow[] =>
  Number.isFinite(value) ? row(name, value, { as: 'money', ...(currency ? { currency } : {}) }) : [];

/** A moment in seconds since 1970; nothing for one that no calendar has. */
export const moment = (name: RowName, seconds: unknown): PartRow[] => {
  const milliseconds = Number(seconds ?? 0) * 1_000;
  if (!(milliseconds > 0) || milliseconds > lastMoment) return [];
  return row(name, new Date(milliseconds).toISOString(), { as: 'time' });
};

const lastMoment = Date.UTC(9999, 0);

export const link = (name: RowName, address: Text): PartRow[] => row(name, address, { as: 'link' });

/** Larger ones are not kept with a message: it says that there is a picture on the phone. */
const mostPictureBytes = 100 * 1024;

export const pictureOf = (bytes: Uint8Array | null | undefined): string | undefined =>
  bytes?.length && bytes.length <= mostPictureBytes ? Buffer.from(bytes).toString('base64') : undefined;
