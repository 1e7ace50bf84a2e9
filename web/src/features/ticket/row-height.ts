import type { OutboxFile } from '../../live/outbox/outbox.ts';
import type { Row } from './conversation-view.ts';
import { boxSize } from './media/box-size.ts';
import { shortened } from './shortened.ts';

const dayPx = 40;
const linePx = 20;
const framePx = 14;
const charactersInALine = 60;

/** How high a row will be, more or less, before it was drawn. */
export const estimatedHeight = (row: Row | undefined): number => {
  if (!row || row.kind === 'day') return dayPx;
  const space = framePx + (row.first ? 10 : 2);
  if (row.kind === 'outbox') return space + textHeight(row.item.body) + fileHeight(row.item.file);
  const { body, media, mediaType, quotedMsg, reactions } = row.message;
  const extra = (quotedMsg ? 60 : 0) + (reactions.length > 0 ? 16 : 0);
  if (mediaType === 'locationMessage') return space + extra + 200;
  if (mediaType === 'audio') return space + extra + 70;
  if (media && (mediaType === 'image' || mediaType === 'video'))
    return space + extra + boxSize(media).height + linePx;
  return space + extra + textHeight(body) + (mediaType === 'text' ? 0 : 56);
};

const fileHeight = (file: OutboxFile | undefined): number => {
  if (!file) return 0;
  if (!/^(image|video)\//.test(file.mime)) return 90;
  return boxSize({ width: file.width ?? null, height: file.height ?? null }).height + linePx;
};

const textHeight = (text: string): number =>
  linePx *
  (shortened(text) ?? text)
    .split('\n')
    .reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / charactersInALine)), 0);
