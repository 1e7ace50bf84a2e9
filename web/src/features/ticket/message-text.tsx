import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEmojiOnly, type TextPart, textParts } from './message-format.ts';
import { shortened } from './shortened.ts';
import classes from './ticket.module.css';

/** Words of a message as WhatsApp draws them, with addresses that open beside. Very long ones are shown on demand. */
export const MessageText = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const beginning = useMemo(() => (whole ? undefined : shortened(text)), [whole, text]);
  const parts = useMemo(() => textParts(beginning ?? text), [beginning, text]);
  return (
    <span className={`${classes.text} ${isEmojiOnly(text) ? classes.emojis : ''}`}>
      <Parts parts={parts} />
      {beginning !== undefined && (
        <>
          …{' '}
          <button type="button" className={classes.readMore} onClick={() => setWhole(true)}>
            {t('conversation.readMore')}
          </button>
        </>
      )}
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
