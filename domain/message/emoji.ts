const longest = 40;

/**
 * What Unicode recommends, and what phones send beside it: pictures without their variation selector, alone or joined.
 * A flag made of tags counts only where it is recommended: tags could spell anything.
 */
const pattern =
  /^(?:\p{RGI_Emoji}|[#*0-9]\uFE0F?\u20E3|\p{ExtPict}[\uFE0F\p{EMod}]?(?:\u200D\p{ExtPict}[\uFE0F\p{EMod}]?)*)$/v;

/** Whether a text is one emoji and nothing else: that is all that a reaction may say. */
export const isEmoji = (text: string): boolean => text.length <= longest && pattern.test(text);

/** A reaction is one emoji; an empty one takes it back. */
export const isReaction = (text: string): boolean => text === '' || isEmoji(text);
