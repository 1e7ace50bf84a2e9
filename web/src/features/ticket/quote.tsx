import { useTranslation } from 'react-i18next';
import type { MessageView, QuotedView } from '#contracts/views.ts';
import classes from './ticket.module.css';

/** Whose words are quoted, and the beginning of them. */
export const Quote = ({ quoted }: { readonly quoted: QuotedView }) => {
  const { t } = useTranslation();
  return (
    <span className={classes.quote}>
      <strong>{quoted.fromMe ? t('ticket.you') : (quoted.senderName ?? t('ticket.contact'))}</strong>
      <br />
      {quoted.erased ? t('ticket.messageErased') : quoted.body || t(`media.${quoted.mediaType}`)}
    </span>
  );
};

/** A message as others quote it. */
export const quotedOf = ({ id, body, fromMe, mediaType, senderName }: MessageView): QuotedView => ({
  ...{ id, body, fromMe, mediaType, senderName },
});
