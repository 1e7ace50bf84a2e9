import type { proto, WAMessageContent } from '@whiskeysockets/baileys';

type Quoting = { readonly contextInfo?: proto.IContextInfo | null };
/** What a person can read of a message that is neither plain text nor a file. */
export type Readable = { readonly text: string; readonly quoting: Quoting };

/** Reads the kinds of message that are text in the end: answers to buttons, polls, offers, invitations. */
export const readableOf = (message: WAMessageContent): Readable | undefined => {
  for (const read of [answers, questions, polls, occasions]) {
    const [text, quoting] = read(message) ?? [];
    if (text) return { text, quoting: quoting ?? {} };
  }
  return undefined;
};

type Read = (
  message: WAMessageContent,
) => readonly [text: string | null | undefined, quoting?: Quoting] | null | undefined;

const lines = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('\n');

const answers: Read = message => {
  const { buttonsResponseMessage, listResponseMessage, templateButtonReplyMessage } = message;
  const { interactiveResponseMessage } = message;
  if (buttonsResponseMessage) return [buttonsResponseMessage.selectedDisplayText, buttonsResponseMessage];
  if (listResponseMessage) return [listResponseMessage.title, listResponseMessage];
  if (templateButtonReplyMessage)
    return [templateButtonReplyMessage.selectedDisplayText, templateButtonReplyMessage];
  return interactiveResponseMessage && [interactiveResponseMessage.body?.text, interactiveResponseMessage];
};

const questions: Read = message => {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage } = message;
  if (buttonsMessage) return [lines(buttonsMessage.contentText, buttonsMessage.footerText), buttonsMessage];
  if (listMessage) return [lines(listMessage.title, listMessage.description), listMessage];
  if (interactiveMessage) return [interactiveMessage.body?.text, interactiveMessage];
  const filled = templateMessage?.hydratedTemplate ?? templateMessage?.hydratedFourRowTemplate;
  return filled && [lines(filled.hydratedTitleText, filled.hydratedContentText), templateMessage ?? {}];
};

const polls: Read = message => {
  const poll =
    message.pollCreationMessage ??
    message.pollCreationMessageV2 ??
    message.pollCreationMessageV3 ??
    message.pollCreationMessageV5 ??
    message.pollCreationMessageV4?.message?.pollCreationMessage;
  if (!poll) return undefined;
  const options = (poll.options ?? []).map(({ optionName }) => `• ${optionName ?? ''}`);
  return [lines(`📊 ${poll.name ?? ''}`, ...options), poll];
};

const occasions: Read = message => {
  const { eventMessage, groupInviteMessage, productMessage, orderMessage } = message;
  if (eventMessage) return [lines(`📅 ${eventMessage.name ?? ''}`, eventMessage.description), eventMessage];
  if (groupInviteMessage)
    return [
      lines(`👥 ${groupInviteMessage.groupName ?? ''}`, groupInviteMessage.caption),
      groupInviteMessage,
    ];
  if (orderMessage) return [lines(`🛒 ${orderMessage.orderTitle ?? ''}`, orderMessage.message), orderMessage];
  const product = productMessage?.product;
  return product && [lines(`🏷️ ${product.title ?? ''}`, product.description), productMessage ?? {}];
};
