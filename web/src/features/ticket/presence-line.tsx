import { IconEye, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTicketPresence } from '../../live/use-presence.ts';
import classes from './ticket.module.css';

/** Who else has this ticket open, or writes in it: nobody answers the same contact twice unawares. */
export const PresenceLine = ({ ticketId }: { readonly ticketId: string }) => {
  const { t, i18n } = useTranslation();
  const { viewers } = useTicketPresence(ticketId);
  const writing = viewers.filter(({ typing }) => typing);
  const shown = writing.length > 0 ? writing : viewers;
  const names = new Intl.ListFormat(i18n.language).format(shown.map(({ name }) => name));
  const action = writing.length > 0 ? 'typing' : 'viewing';
  const text = t(`conversation.${action}`, { names, count: shown.length });
  const Picture = writing.length > 0 ? IconPencil : IconEye;
  return (
    <span role="status" className={shown.length > 0 ? classes.presence : undefined} title={text}>
      {shown.length > 0 && (
        <>
          <Picture size={14} aria-hidden />
          <span className={classes.presenceWide}>{text}</span>
          <span className={classes.presenceNarrow} aria-hidden>
            {names}
          </span>
        </>
      )}
    </span>
  );
};
