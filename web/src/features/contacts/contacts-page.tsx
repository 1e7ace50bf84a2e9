import { Avatar } from '@mantine/core';
import {
  IconAddressBook,
  IconMessagePlus,
  IconPencil,
  IconTrash,
  IconUsersGroup,
  IconUserX,
} from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { contactSource } from '../../api/contacts.ts';
import { useUser } from '../../api/session-store.ts';
import { useHistoryAction } from '../../kit/history.ts';
import { RecordPage } from '../../kit/records/record-page.tsx';
import type { RecordColumn } from '../../kit/records/record-table.tsx';
import type { RecordAction } from '../../kit/records/row-actions.tsx';
import { contactName } from '../../shared/contact-name.ts';
import { initials, phoneNumber } from '../../shared/formats.ts';
import { untilThere } from '../../shared/until-there.ts';
import { useAsked } from '../../shared/use-asked.ts';
import type { ContactChoice } from './contact-dialogs.tsx';
import { ContactTools } from './contact-tools.tsx';
import classes from './contacts.module.css';

const ContactDialogs = lazy(untilThere(() => import('./contact-dialogs.tsx')));

/** The company's contacts: who they are, what is known of them, and the way to a ticket with each. */
const ContactsPage = () => {
  const { t } = useTranslation();
  const user = useUser();
  const [choice, setChoice] = useState<ContactChoice>();
  const close = useCallback(() => setChoice(undefined), []);
  // A notice of an import leads here, to what became of its rows.
  useAsked(
    'import',
    useCallback(importId => setChoice({ kind: 'import', importId }), []),
  );
  const columns = useContactColumns();
  const historyActions = useHistoryAction();
  const source = useMemo(
    () => contactSource(may(user, 'contact.listAny') ? undefined : user.queues.map(({ id }) => id)),
    [user],
  );
  const nameOf = useCallback((contact: ContactView) => contactName(t, contact), [t]);
  const actions = (contact: ContactView): readonly RecordAction[] => [
    { label: t('records.edit'), icon: IconPencil, run: () => setChoice({ kind: 'edit', contact }) },
    {
      ...{ label: t('contacts.openTicket'), icon: IconMessagePlus },
      run: () => setChoice({ kind: 'ticket', contact }),
    },
    ...historyActions('contact', contact.id).map(action => ({ ...action, isRare: true })),
    ...rareActions.flatMap(({ action, kind, text, icon, isDangerous }) =>
      may(user, action)
        ? [{ label: t(text), icon, isDangerous, isRare: true, run: () => setChoice({ kind, contact }) }]
        : [],
    ),
  ];
  return (
    <>
      <RecordPage
        {...{ source, columns, actions, nameOf }}
        title={t('navigation.contacts')}
        icon={IconAddressBook}
        emptyText={t('contacts.empty')}
        buttons={rareActions.some(({ action }) => may(user, action)) ? 3 : 2}
        tools={
          <ContactTools
            onImport={() => setChoice({ kind: 'import' })}
            onAddressBook={() => setChoice({ kind: 'addressBook' })}
          />
        }
        add={{ label: t('contacts.add'), run: () => setChoice({ kind: 'create' }) }}
      />
      <Suspense>{choice && <ContactDialogs choice={choice} onClose={close} />}</Suspense>
    </>
  );
};
export default ContactsPage;

const merge = { action: 'contact.merge', kind: 'merge', text: 'contact.merge' } as const;
const remove = { action: 'contact.remove', kind: 'remove', text: 'records.remove' } as const;
const erase = { action: 'contact.erase', kind: 'erase', text: 'erasure.open' } as const;
const rareActions = [
  { ...merge, icon: IconUsersGroup, isDangerous: false },
  { ...remove, icon: IconTrash, isDangerous: true },
  { ...erase, icon: IconUserX, isDangerous: true },
];

const useContactColumns = (): readonly RecordColumn<ContactView>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { id: 'name', header: t('contact.name'), cell: contact => <Person contact={contact} /> },
      {
        ...{ id: 'number', header: t('contact.number'), width: 'minmax(0, 180px)' },
        cell: ({ number }) => <span className="figures">{number && phoneNumber(number)}</span>,
      },
      {
        ...{ id: 'email', header: t('contact.email'), width: 'minmax(0, 260px)' },
        cell: ({ email }) => email && <span title={email}>{email}</span>,
      },
    ],
    [t],
  );
};

const Person = ({ contact }: { contact: ContactView }) => {
  const { t } = useTranslation();
  const name = contactName(t, contact);
  return (
    <span className={classes.person}>
      <Avatar size={36} src={contact.profilePicUrl} alt="" color="green">
        {initials(name)}
      </Avatar>
      <span className={classes.name} title={name}>
        {name}
      </span>
    </span>
  );
};
