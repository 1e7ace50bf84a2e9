import type { QuickMessageView } from '#contracts/quick-messages.ts';

/** Specification, core, section 9. */
const longestLabel = 35;
const most = 8;

/** Whether a text asks for quick replies: it starts with / and goes on, in one line. */
export const asksForQuickReply = (text: string): boolean => /^\/[^\n]+$/.test(text);

/** The quick replies that a text which starts with / may mean, those that begin with it first. */
export const quickReplies = (
  text: string,
  known: readonly QuickMessageView[],
): readonly QuickMessageView[] => {
  if (!asksForQuickReply(text)) return [];
  const wanted = plain(text.slice(1));
  const places = known.map(each => ({ each, at: plain(each.shortcode).indexOf(wanted) }));
  return places
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => Math.sign(one.at) - Math.sign(other.at))
    .slice(0, most)
    .map(({ each }) => each);
};

/** How a quick reply is offered. */
export const quickReplyLabel = ({ shortcode, message }: QuickMessageView): string => {
  const letters = [...`/${shortcode.replace(/^\//, '')} - ${message.replaceAll(/\s+/g, ' ')}`];
  return letters.length > longestLabel ? `${letters.slice(0, longestLabel - 1).join('')}…` : letters.join('');
};

/** Whoever types a shortcode leaves out accents and its own slash. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replace(/^\//, '').trim();
