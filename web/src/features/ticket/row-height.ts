import type { MessageView } from '#contracts/views.ts';
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
  const { body, media, mediaType, quotedMsg, reactions, parts } = row.message;
  const extra = (quotedMsg ? 60 : 0) + (reactions.length > 0 ? 16 : 0) + partsHeight(parts);
  if (mediaType === 'locationMessage') return space + extra + 200;
  if (mediaType === 'audio') return space + extra + 70;
  if (media && (mediaType === 'image' || mediaType === 'video'))
    return space + extra + boxSize(media).height + linePx;
  return space + extra + textHeight(body) + (mediaType === 'text' ? 0 : 56);
};

const partsHeight = (parts: MessageView['parts'] = []): number =>
  parts.reduce((height, part) => {
    if (part.kind === 'words') return height;
    if (part.kind === 'text') return height + textHeight(part.text);
    if (part.kind === 'quote') return height + 60;
    if (part.kind === 'buttons') return height + 44 * part.buttons.length;
    if (part.kind !== 'card') return height + linePx;
    return height + 60 + (part.picture ? 160 : 0) + linePx * (part.rows ?? []).length;
  }, 0);

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
