import type { ReactNode } from 'react';
import type { Part } from '#domain/message/parts.ts';
import { FormattedText } from '../../shared/formatted-text.tsx';
import classes from './message-parts.module.css';
import { PartButtons } from './part-buttons.tsx';
import { PartCard } from './part-card.tsx';
import { CarriedWords, MoreOnPhone, NoteLine } from './part-lines.tsx';

type Props = {
  readonly parts: readonly Part[];
  /** What the sender wrote, drawn where it belongs. */
  readonly words: ReactNode;
  /** The message's file or place, drawn below what the message answers. */
  readonly file?: ReactNode;
};

/** What a message shows beside its words, or instead of them, in the order of its parts. */
export const MessageParts = ({ parts, words, file }: Props) => {
  const body = parts.findIndex(part => !isAbove(part));
  const [above, below] = body < 0 ? [parts, []] : [parts.slice(0, body), parts.slice(body)];
  return (
    <>
      <Drawn parts={above} words={words} />
      {file}
      <Drawn parts={below} words={words} />
    </>
  );
};

/** What a message answers stands above its file. */
const isAbove = (part: Part): boolean =>
  part.kind === 'quote' || part.kind === 'note' || (part.kind === 'card' && aboveAll.has(part.of));
const aboveAll: ReadonlySet<string> = new Set(['ad', 'link']);

const Drawn = ({ parts, words }: Omit<Props, 'file'>) =>
  parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one message have no other name
    return <Shown key={index} part={part} words={words} />;
  });

const Shown = ({ part, words }: { readonly part: Part; readonly words: ReactNode }) => {
  switch (part.kind) {
    case 'words':
      return words;
    case 'text':
      return (
        <div className={classes[part.style]}>
          <FormattedText text={part.text} />
        </div>
      );
    case 'note':
      return <NoteLine note={part} />;
    case 'card':
      return <PartCard card={part} />;
    case 'buttons':
      return <PartButtons buttons={part.buttons} />;
    case 'quote':
      return <CarriedWords quote={part} />;
    case 'more':
      return <MoreOnPhone of={part.of} />;
  }
};
