import type { proto } from '@whiskeysockets/baileys';
import type { Draft, Readers } from './draft.ts';
import { leavesOf, parsed, silentInForms } from './json-leaves.ts';
import { card, labelled, text } from './part-makers.ts';

/** What people chose: the label of it is what they said. */
export const answerReaders: Readers = {
  buttonsResponseMessage: value => ({
    words: value.selectedDisplayText || value.selectedButtonId || '',
    context: value.contextInfo,
  }),
  listResponseMessage: value => ({
    words: value.title || value.singleSelectReply?.selectedRowId || '',
    below: text('footer', value.description),
    context: value.contextInfo,
  }),
  templateButtonReplyMessage: value => ({
    words: value.selectedDisplayText || value.selectedId || '',
    context: value.contextInfo,
  }),
  interactiveResponseMessage: value => ({ ...interactiveAnswer(value), context: value.contextInfo }),
};

/** What WhatsApp itself writes over a form that was filled in. */
const isSentMark = (words: string): boolean => words === 'Sent';

const interactiveAnswer = (value: proto.Message.IInteractiveResponseMessage): Draft => {
  const words = value.body?.text ?? '';
  const answered = parsed(value.nativeFlowResponseMessage?.paramsJson);
  const label = answered?.display_text ?? answered?.title;
  const seen = isSentMark(words) ? [words] : [];
  if (typeof label === 'string' && label !== '')
    return { words: label, seen, below: words === label || seen.length > 0 ? [] : text('footer', words) };
  const rows = leavesOf(answered, silentInForms).flatMap(leaf => labelled(leaf.label, leaf.value));
  if (rows.length === 0) return { words };
  return { seen, below: [...(seen.length > 0 ? [] : text('title', words)), card('answers', { rows })] };
};
