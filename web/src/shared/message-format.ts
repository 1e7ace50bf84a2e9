export type TextPart =
  | { readonly kind: 'plain' | 'code' | 'block'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'struck'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** Behind this much a text is left as it stands: nobody writes so, and no text may hold up a screen. */
const longest = 5_000;
const mostParts = 400;

/** What is copied as it stands comes first, then addresses, then the marks that may hold others. */
const block = /```([\s\S]+?)```/u;
const code = /`([^`\n]+)`/u;
const endings = 'com|net|org|edu|gov|io|app|dev|info|online|site|store|shop|br|pt|me';
const link = new RegExp(
  `(?<![\\p{L}\\p{N}@._/-])(?:https?://[^\\s<>"]+|[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)+|(?:[\\w-]+\\.)+(?:${endings})(?![\\w.-]*[\\w@])(?:/[^\\s<>"]*)?)`,
  'iu',
);
const marked = /(?<![\p{L}\p{N}*_~])([*_~])(?![\s*_~])([^\n]*?[^\s])\1(?![\p{L}\p{N}])/u;
const marks = new Map<string, 'bold' | 'italic' | 'struck'>([
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'struck'],
]);

/**
 * A text as WhatsApp's phones draw it: *bold*, _italic_, ~struck~, `code`, ```a block```, and addresses of the web and
 * of mail. Never more than words: whatever is in them, they lead only to http, https and mailto.
 */
export const textParts = (text: string): readonly TextPart[] => {
  const parts: TextPart[] = [];
  let rest = text.slice(0, longest);
  while (rest !== '' && parts.length < mostParts) {
    const found = firstOf(rest);
    if (!found) break;
    if (found.from > 0) parts.push({ kind: 'plain', text: rest.slice(0, found.from) });
    parts.push(found.part);
    rest = rest.slice(found.to);
  }
  const plain = rest + text.slice(longest);
  return plain === '' ? parts : [...parts, { kind: 'plain', text: plain }];
};

type Found = { readonly part: TextPart; readonly from: number; readonly to: number };

/** The earliest thing that is more than plain words; of two at one place, the one named first here. */
const firstOf = (text: string): Found | undefined =>
  [blockIn(text), codeIn(text), linkIn(text), markedIn(text)]
    .filter(found => found !== undefined)
    .sort((a, b) => a.from - b.from)[0];

const blockIn = (text: string): Found | undefined => {
  const match = block.exec(text);
  return match?.[1] ? spanned(match, { kind: 'block', text: match[1].replace(/^\n|\n$/g, '') }) : undefined;
};

const codeIn = (text: string): Found | undefined => {
  const match = code.exec(text);
  return match?.[1] ? spanned(match, { kind: 'code', text: match[1] }) : undefined;
};

const linkIn = (text: string): Found | undefined => {
  const match = link.exec(text);
  if (!match) return undefined;
  const words = withoutTail(match[0]);
  const part: TextPart = { kind: 'link', text: words, href: addressOf(words) };
  return { part, from: match.index, to: match.index + words.length };
};

const markedIn = (text: string): Found | undefined => {
  const match = marked.exec(text);
  const kind = marks.get(match?.[1] ?? '');
  return match?.[2] && kind ? spanned(match, { kind, parts: textParts(match[2]) }) : undefined;
};

const spanned = (match: RegExpExecArray, part: TextPart): Found => ({
  part,
  from: match.index,
  to: match.index + match[0].length,
});

/** What ends a sentence or closes a bracket around an address is not of it; `_` and `~` are: names end in them. */
const withoutTail = (words: string): string => {
  const shorter = words.replace(/[.,;:!?'"*]+$/u, '');
  const opened = [...shorter].filter(sign => sign === '(').length;
  const closed = [...shorter].filter(sign => sign === ')').length;
  return shorter.endsWith(')') && closed > opened ? withoutTail(shorter.slice(0, -1)) : shorter;
};

const addressOf = (words: string): string => {
  if (/^https?:\/\//i.test(words)) return words;
  return words.includes('@') && !words.includes('/') ? `mailto:${words}` : `https://${words}`;
};

/** The words alone, as they stand in one line of a list or a quote. */
export const unmarked = (text: string): string => textParts(text).map(wordsOf).join('');

const wordsOf = (part: TextPart): string => ('parts' in part ? part.parts.map(wordsOf).join('') : part.text);

const pictographs = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?|\s)+$/v;

/** Whether a text is nothing but one to three emojis, which are drawn larger. */
export const isEmojiOnly = (text: string): boolean => {
  if (text.length > 40 || !pictographs.test(text)) return false;
  const signs = [...new Intl.Segmenter().segment(text)].filter(({ segment }) => segment.trim() !== '');
  return signs.length > 0 && signs.length <= 3;
};
