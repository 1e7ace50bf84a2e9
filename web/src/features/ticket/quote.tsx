import { useTranslation } from 'react-i18next';
import type { MessageView, QuotedView } from '#contracts/views.ts';
import bubbles from '../../kit/message-bubble.module.css';
import { spokenWords } from '../../shared/spoken-words.ts';
import { useQuoteJump } from './quote-jump.ts';

type Props = { readonly quoted: QuotedView };

/** Whose words are quoted, and the beginning of them; in a conversation, the way to them. */
export const Quote = ({ quoted }: Props) => {
  const { t } = useTranslation();
  const jump = useQuoteJump();
  const words = (
    <>
      <strong>{quoted.fromMe ? t('ticket.you') : (quoted.senderName ?? t('ticket.contact'))}</strong>
      <br />
      {quoted.erased ? t('ticket.messageErased') : spokenWords(quoted) || t(`media.${quoted.mediaType}`)}
    </>
  );
  if (!jump) return <span className={bubbles.quote}>{words}</span>;
  return (
    <button
      type="button"
      className={`${bubbles.quote} ${bubbles.quoteJump}`}
      title={t('conversation.toQuoted')}
      onClick={() => jump(quoted.id)}
    >
      {words}
    </button>
  );
};

/** A message as others quote it. */
export const quotedOf = ({ id, body, fromMe, mediaType, senderName }: MessageView): QuotedView => ({
  ...{ id, body, fromMe, mediaType, senderName },
});
