import { fileCommandId, madeId } from '#contracts/made-ids.ts';
import type { MessageView } from '#contracts/views.ts';
import type { FileDetail } from '../../../api/media.ts';
import type { LinkedFile, OutboxItem } from '../../../live/outbox/outbox.ts';
import { quotedOf } from '../quote.tsx';

export type PreparedFile = { readonly file: File; readonly detail: FileDetail };

export type Outgoing = {
  readonly ticketId: string;
  readonly companyId: string;
  readonly at: Date;
  /** Signed already. */
  readonly words: string;
  readonly files: readonly PreparedFile[];
  /** A file that the server has already goes with the words. */
  readonly linked?: LinkedFile | undefined;
  /** The message that is answered. */
  readonly quoted: MessageView | undefined;
  readonly newId: () => string;
};
export type OutgoingItem = Omit<OutboxItem, 'failure'>;

/** Images wait so long that they can be taken back (specification, core, section 9). */
const imageDelayMs = 2_000;

/**
 * The messages that words and files become: one for each file. The words go with the first file that can have some,
 * else after them; the first message quotes.
 */
export const outgoing = (wanted: Outgoing): readonly Prepared[] => {
  const { files, words } = wanted;
  const captioned = files.findIndex(({ file }) => !file.type.startsWith('audio/'));
  const items = files.map((each, index) => fileItem(wanted, each, index === captioned ? words : ''));
  const isText = captioned < 0 && (words !== '' || wanted.linked !== undefined);
  const all = isText ? [...items, { item: textItem(wanted) }] : items;
  return all.map((each: Prepared, index) => (index === 0 ? each : { ...each, item: unquoted(each.item) }));
};

export type Prepared = { readonly item: OutgoingItem; readonly file?: File };

const common = ({ ticketId, at, quoted }: Outgoing) => ({
  ...{ ticketId, at: at.toISOString() },
  quotedMsg: quoted ? { id: quoted.id } : null,
  quoted: quoted ? quotedOf(quoted) : null,
});

const unquoted = (item: OutgoingItem): OutgoingItem => ({ ...item, quotedMsg: null, quoted: null });

const textItem = (wanted: Outgoing): OutgoingItem => {
  const { companyId, linked, words: body } = wanted;
  const commandId = wanted.newId();
  const made = linked ? fileCommandId(commandId, 0) : commandId;
  const messageId = madeId(companyId, made, 'message');
  return { ...common(wanted), commandId, messageId, body, ...(linked && { linked }) };
};

const fileItem = (wanted: Outgoing, { file, detail }: PreparedFile, body: string): Prepared => {
  const commandId = wanted.newId();
  const messageId = madeId(wanted.companyId, fileCommandId(commandId, 0), 'message');
  const item = {
    ...{ ...common(wanted), commandId, messageId, body },
    file: { name: file.name, mime: file.type, size: file.size, ...detail },
  };
  if (!file.type.startsWith('image/')) return { item, file };
  const notBefore = new Date(wanted.at.getTime() + imageDelayMs).toISOString();
  return { item: { ...item, notBefore }, file };
};
