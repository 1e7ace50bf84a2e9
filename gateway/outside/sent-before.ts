import type { CommandContext } from '#commands/context.ts';
import type { SentBefore } from '#commands/message/sent-before.ts';
import { fileCommandId } from '#contracts/made-ids.ts';
import { isVisible } from '#domain/shared/text.ts';
import type { Gateway } from '../gateway.ts';
import { idMadeBy } from '../http/command-context.ts';
import type { AskedSend } from './read-send.ts';

/** The messages of a call that an earlier run of it has queued, and what is still to be done. */
export type Before = {
  readonly sent: readonly SentBefore[];
  /** Nothing is left to be queued. */
  readonly isAll: boolean;
  /** The addresses whose files are still to be fetched. */
  readonly urls: AskedSend['urls'];
};

export const nothingBefore = ({ urls }: AskedSend): Before => ({ sent: [], isAll: false, urls });

/** Looks in the log what an earlier run of the same command has queued. */
export const lookBefore = async (
  { commands }: Pick<Gateway, 'commands'>,
  context: CommandContext,
  asked: AskedSend,
): Promise<Before> => {
  const { urls, body = '' } = asked;
  const files = asked.files.length + urls.length;
  const ids = Array.from({ length: files + 1 }, (_, index) =>
    idMadeBy({ ...context, commandId: fileCommandId(context.commandId, index) }, 'message'),
  );
  const sent = await commands.outside.sentBefore(context.companyId, ids);
  // The words go with the first file that can have some, else after them.
  const hasWordsLeft = isVisible(body) && sent.every(({ mediaType }) => mediaType === 'audio');
  const isAll = sent.length > files || (files > 0 && sent.length === files && !hasWordsLeft);
  return { sent, isAll, urls: urls.slice(Math.max(0, sent.length - asked.files.length)) };
};
