export type Part = { readonly style: 'plain' | 'bold' | 'italic' | 'struck'; readonly text: string };

const styles = new Map<string, Part['style']>([
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'struck'],
]);
/** A mark holds what stands within one line between two of it, where no letter touches it from outside. */
const marked = /(?<![\p{L}\p{N}*_~])([*_~])(?![\s*_~])([^\n]*?[^\s])\1(?![\p{L}\p{N}*_~])/gu;

/** A text by the marks that WhatsApp's phones draw: *bold*, _italic_, ~struck~. */
export const formatted = (text: string): readonly Part[] => {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(marked)) {
    const [whole, mark = '', inner = ''] = match;
    if (match.index > end) parts.push({ style: 'plain', text: text.slice(end, match.index) });
    parts.push({ style: styles.get(mark) ?? 'plain', text: inner });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ style: 'plain', text: text.slice(end) });
  return parts;
};
