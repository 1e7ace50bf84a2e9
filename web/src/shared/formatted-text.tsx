import { type PropsWithChildren, useMemo } from 'react';
import classes from './formatted-text.module.css';
import { isEmojiOnly, type TextPart, textParts } from './message-format.ts';

/** Words of a message as WhatsApp draws them, with addresses that open beside; and what comes behind them. */
export const FormattedText = ({ text, children }: PropsWithChildren<{ readonly text: string }>) => {
  const parts = useMemo(() => textParts(text), [text]);
  return (
    <span className={`${classes.text} ${isEmojiOnly(text) ? classes.emojis : ''}`}>
      <Parts parts={parts} />
      {children}
    </span>
  );
};

const tags = { bold: 'strong', italic: 'em', struck: 's' } as const;

const Parts = ({ parts }: { readonly parts: readonly TextPart[] }) =>
  parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    return <Part key={index} part={part} />;
  });

const Part = ({ part }: { readonly part: TextPart }) => {
  switch (part.kind) {
    case 'plain':
      return part.text;
    case 'code':
      return <code className={classes.code}>{part.text}</code>;
    case 'block':
      return <code className={classes.codeBlock}>{part.text}</code>;
    case 'link':
      return (
        <a className={classes.link} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      );
    default: {
      const Tag = tags[part.kind];
      return (
        <Tag>
          <Parts parts={part.parts} />
        </Tag>
      );
    }
  }
};
