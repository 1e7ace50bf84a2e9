import type { Part } from '#domain/message/parts.ts';
import type { Readers } from './draft.ts';
import { card } from './part-makers.ts';

/** Words that people typed, with the preview of an address that stands in them. */
export const textReaders: Readers = {
  conversation: words => ({ words }),
  extendedTextMessage: ({ text, title, description, matchedText, jpegThumbnail: picture, contextInfo }) => {
    const isPreview = !!title || !!description || !!picture?.length;
    const preview: Part[] = isPreview
      ? [card('link', { title, text: description, link: matchedText, picture })]
      : [];
    return { words: text ?? '', above: preview, context: contextInfo };
  },
};
