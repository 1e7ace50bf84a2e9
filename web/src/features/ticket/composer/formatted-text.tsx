import { formatted } from './formatting.ts';

const tags = { bold: 'strong', italic: 'em', struck: 's', plain: 'span' } as const;

/** Words with the marks of WhatsApp drawn as what they mean. */
export const FormattedText = ({ text }: { readonly text: string }) => {
  const parts = formatted(text);
  if (parts.length === 1 && parts[0]?.style === 'plain') return text;
  return parts.map((part, index) => {
    const Tag = tags[part.style];
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    return <Tag key={index}>{part.text}</Tag>;
  });
};
