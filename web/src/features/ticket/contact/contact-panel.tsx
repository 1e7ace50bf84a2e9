import { Avatar, Button, Skeleton } from '@mantine/core';
import { IconPencil, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '#contracts/contacts.ts';
import type { TicketView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { contactQuery } from '../../../api/contacts.ts';
import { useUser } from '../../../api/session-store.ts';
import { MergedContacts } from '../../../kit/contact/merged-contacts.tsx';
import sections from '../../../kit/contact/sections.module.css';
import { contactName } from '../../../shared/contact-name.ts';
import { initials, phoneNumber } from '../../../shared/formats.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { untilThere } from '../../../shared/until-there.ts';
import { useLate } from '../../../shared/use-late.ts';
import classes from './contact.module.css';
import { ContactNotes } from './contact-notes.tsx';
import { ContactRatings } from './contact-ratings.tsx';
import { ContactTickets } from './contact-tickets.tsx';
import { TicketHistory } from './ticket-history.tsx';

const ContactForm = lazy(untilThere(() => import('../../../kit/contact/contact-edit-dialog.tsx')));
const MergeDialog = lazy(untilThere(() => import('../../../kit/contact/merge-dialog.tsx')));

type Props = {
  readonly ticket: TicketView;
  /** Called where a link leads away from here. */
  readonly onLeave?: () => void;
};

/** Who the contact is, what the company noted of them, and what was before. */
export const ContactPanel = ({ ticket, onLeave }: Props) => {
  const { contact } = ticket;
  const { data, error, refetch } = useQuery(contactQuery(ticket.contactId));
  const mayMerge = may(useUser(), 'contact.merge');
  const isLate = useLate(!data && !error);
  return (
    <>
      <Person ticket={ticket} detail={data} />
      {error && !data && <Trouble error={error} onRetry={() => void refetch()} />}
      {isLate && <Skeleton height={72} m="md" aria-hidden />}
      {data && <ExtraInfo contact={data} />}
      {data && mayMerge && <MergedContacts contact={data} />}
      {!contact.erased && <ContactNotes ticket={ticket} />}
      <TicketHistory ticket={ticket} />
      {!contact.isGroup && <ContactRatings ticket={ticket} onLeave={onLeave} />}
      <ContactTickets ticket={ticket} onLeave={onLeave} />
    </>
  );
};

const Person = ({ ticket, detail }: { ticket: TicketView; detail: ContactDetail | undefined }) => {
  const { t } = useTranslation();
  const user = useUser();
  const mayMerge = may(user, 'contact.merge');
  const mayChange = may(user, 'contact.change');
  const [dialog, setDialog] = useState<'edit' | 'merge'>();
  const { contact } = ticket;
  const name = contactName(t, contact);
  const close = (): void => setDialog(undefined);
  return (
    <div className={classes.person}>
      <Avatar size={80} src={contact.profilePicUrl} alt="" color="green">
        {initials(name)}
      </Avatar>
      <h3 className={classes.personName}>{name}</h3>
      {contact.number && !contact.isGroup && (
        <span className={`${classes.meta} figures`}>{phoneNumber(contact.number)}</span>
      )}
      {detail?.email && <span className={classes.meta}>{detail.email}</span>}
      {detail && !detail.notification && <span className={classes.meta}>{t('contact.silent')}</span>}
      {detail && mayChange && !contact.erased && (
        <Button
          mt={8}
          size="xs"
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => setDialog('edit')}
        >
          {t('contact.edit')}
        </Button>
      )}
      {detail && mayMerge && !contact.erased && !contact.isGroup && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconUsersGroup size={14} aria-hidden />}
          onClick={() => setDialog('merge')}
        >
          {t('contact.merge')}
        </Button>
      )}
      <Suspense>
        {detail && dialog === 'edit' && <ContactForm contact={detail} onClose={close} />}
        {detail && dialog === 'merge' && <MergeDialog contact={detail} onClose={close} />}
      </Suspense>
    </div>
  );
};

const ExtraInfo = ({ contact }: { contact: ContactDetail }) => {
  const { t } = useTranslation();
  if (contact.extraInfo.length === 0) return null;
  return (
    <section className={sections.section}>
      <h3 className={sections.sectionTitle}>{t('contact.extraInfo')}</h3>
      <dl className={classes.pairs}>
        {contact.extraInfo.map(({ id, name, value }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
