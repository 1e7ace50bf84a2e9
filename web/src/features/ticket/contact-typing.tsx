import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { useTicketPresence } from '../../live/use-presence.ts';
import { contactName } from '../../shared/contact-name.ts';
import classes from './ticket.module.css';

/** Below the last message: the contact is writing or recording. Its room is always there, so that nothing moves. */
export const ContactTyping = ({ ticket }: { readonly ticket: TicketView }) => {
  const { t } = useTranslation();
  const { contact } = useTicketPresence(ticket.id);
  const text = contact && t(`conversation.${contact}`, { name: contactName(t, ticket.contact) });
  return (
    <div className={classes.typing} role="status">
      {text && (
        <>
          <span className={classes.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          <span>{text}</span>
        </>
      )}
    </div>
  );
};
