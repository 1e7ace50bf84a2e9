import type { Part } from '#domain/message/parts.ts';

/** What parts say, in one line: for where a search has found it in them. */
export const partWords = (parts: readonly Part[] = []): string =>
  parts.flatMap(wordsIn).filter(Boolean).join(' · ');

const wordsIn = (part: Part): readonly (string | undefined)[] => {
  switch (part.kind) {
    case 'text':
    case 'quote':
    case 'note':
      return [part.text];
    case 'card': {
      const { title, text, link, footer, rows = [], buttons = [] } = part;
      const values = rows.map(({ label, value }) => [label, value].filter(Boolean).join(' '));
      return [title, text, ...values, link, footer, ...buttons.map(({ label }) => label)];
    }
    case 'buttons':
      return part.buttons.map(({ label }) => label);
    default:
      return [];
  }
};
