import { moneyText } from '../shared/money.ts';
import type { Card, CardKind, Part, PartButton, PartRow } from './parts.ts';

/** What stands before the title of a card in plain text; the same in every language. */
const marks: Readonly<Partial<Record<CardKind, string>>> = {
  ad: '📣',
  link: '🔗',
  order: '🛒',
  product: '🏷️',
  catalog: '🏷️',
  event: '📅',
  call: '📞',
  poll: '📊',
  pollResult: '📊',
  pix: '💸',
  payment: '💸',
  paymentRequest: '💸',
  paymentDeclined: '🚫 💸',
  paymentCancelled: '🚫 💸',
  paymentInvite: '💸',
  invoice: '🧾',
  groupInvite: '👥',
  channelInvite: '📢',
  place: '📍',
  stickerPack: '🙂',
  phoneRequest: '📱',
};

/**
 * Parts in plain text, for searches, programs, and lists: what they say, without what they quote and without names for
 * values that the sender did not name. Empty where they say nothing.
 */
export const plainOf = (parts: readonly Part[]): string => lines(...parts.map(plain));

/** All that parts show, what they quote too. */
export const soughtIn = (parts: readonly Part[]): string =>
  lines(...parts.map(part => (part.kind === 'quote' ? part.text : plain(part))));

const lines = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join('\n');

const plain = (part: Part): string => {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'card':
      return cardText(part);
    case 'buttons':
      return lines(...part.buttons.map(buttonText));
    case 'note':
      return part.text ?? '';
    default:
      return '';
  }
};

const cardText = ({ of, title, text, footer, link, rows = [], buttons = [] }: Card): string => {
  const said = lines(title, text, ...rows.map(rowText), link, footer, ...buttons.map(buttonText));
  return [marks[of], said].filter(Boolean).join(' ');
};

const rowText = (row: PartRow): string => {
  const value = row.as === 'money' ? moneyText(row.value, row.currency, 'pt-BR') : row.value;
  if (row.name === 'number') return `#${value}`;
  if (row.name === 'items') return `${value} ×`;
  if (row.label === undefined) return value;
  return value === '' ? `• ${row.label}` : `${row.label}: ${value}`;
};

const buttonText = ({ label, link, phone, code }: PartButton): string =>
  `• ${[label, link ?? phone ?? code].filter(Boolean).join(' ')}`;
