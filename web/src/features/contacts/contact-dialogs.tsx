import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ContactView } from '#contracts/views.ts';
import { contactQuery, noteContact } from '../../api/contacts.ts';
import { ContactCreate } from '../../kit/contact/contact-create.tsx';
import ContactEditDialog from '../../kit/contact/contact-edit-dialog.tsx';
import { EraseDialog } from '../../kit/contact/erase-dialog.tsx';
import MergeDialog from '../../kit/contact/merge-dialog.tsx';
import { RemoveDialog } from '../../kit/records/remove-dialog.tsx';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { Trouble } from '../../shared/trouble.tsx';
import { untilThere } from '../../shared/until-there.ts';
import { AddressBookDialog } from './import/address-book-dialog.tsx';
import { ImportDialog } from './import/import-dialog.tsx';

const NewTicketDialog = lazy(untilThere(() => import('../../kit/new-ticket/new-ticket-dialog.tsx')));

type OfContact = {
  readonly kind: 'edit' | 'ticket' | 'merge' | 'remove' | 'erase';
  readonly contact: ContactView;
};
export type ContactChoice =
  | { readonly kind: 'create' }
  | { readonly kind: 'addressBook' }
  | { readonly kind: 'import'; readonly importId?: string }
  | OfContact;

type Props = { readonly choice: ContactChoice; readonly onClose: () => void };

/** What is done with contacts, each in a dialog. */
const ContactDialogs = ({ choice, onClose }: Props) => {
  if (choice.kind === 'create') return <Create onClose={onClose} />;
  if (choice.kind === 'import') return <ImportDialog importId={choice.importId} onClose={onClose} />;
  if (choice.kind === 'addressBook') return <AddressBookDialog onClose={onClose} />;
  return <ContactDialog choice={choice} onClose={onClose} />;
};
export default ContactDialogs;

type OfContactProps = { readonly choice: OfContact; readonly onClose: () => void };

const ContactDialog = ({ choice, onClose }: OfContactProps) => {
  const { kind, contact } = choice;
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = contactName(t, contact);
  switch (kind) {
    case 'edit':
    case 'merge':
      return <WithDetail {...{ kind, contact, onClose }} />;
    case 'ticket':
      return (
        <Suspense>
          <NewTicketDialog contact={contact} onClose={onClose} />
        </Suspense>
      );
    case 'remove':
      return (
        <RemoveDialog
          {...{ source: { concept: 'contact', path: '/contacts' }, id: contact.id, onClose }}
          title={t('contacts.removeOf', { name })}
          text={t('contacts.removesNothing')}
          doneText={t('contacts.removed')}
        />
      );
    case 'erase':
      return (
        <EraseDialog
          contactId={contact.id}
          name={name}
          onClose={() => {
            noteContact(client, 0);
            onClose();
          }}
        />
      );
  }
};

/** Specification, core, section 2: where the contact has a ticket, its form leads there. */
const useWayToTicket = () => {
  const navigate = useNavigate();
  return (uuid: string | null): void => {
    if (uuid !== null) void navigate(`/tickets/${uuid}`);
  };
};

const Create = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const goTo = useWayToTicket();
  return (
    <Dialog onClose={onClose} title={t('contact.create')}>
      <ContactCreate
        name=""
        number=""
        isFull
        onCreated={(_, uuid) => {
          onClose();
          goTo(uuid);
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};

type DetailProps = {
  readonly kind: 'edit' | 'merge';
  readonly contact: ContactView;
  readonly onClose: () => void;
};

/** What needs all that is known of the contact. */
const WithDetail = ({ kind, contact, onClose }: DetailProps) => {
  const { t } = useTranslation();
  const goTo = useWayToTicket();
  const { data, error, refetch, isFetchedAfterMount } = useQuery(contactQuery(contact.id));
  const name = contactName(t, contact);
  // A form that begins with what was known before would write it back.
  if (data && isFetchedAfterMount)
    return kind === 'edit' ? (
      <ContactEditDialog contact={data} showsMerged onSaved={goTo} onClose={onClose} />
    ) : (
      <MergeDialog contact={data} onClose={onClose} />
    );
  return (
    <Dialog onClose={onClose} title={t(kind === 'edit' ? 'contact.editOf' : 'contact.mergeOf', { name })}>
      {error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} aria-hidden />
      )}
    </Dialog>
  );
};
