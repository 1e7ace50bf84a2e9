import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '#contracts/contacts.ts';
import { may } from '#domain/access/may.ts';
import { changeContact, changeWallet } from '../../api/contacts.ts';
import { useUser } from '../../api/session-store.ts';
import { applyContact } from '../../live/apply-names.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { showDone } from '../../shared/show-error.ts';
import { DialogFoot, Failure } from '../dialog-parts.tsx';
import { ContactFields, ContactMore } from './contact-fields.tsx';
import { MergedContacts } from './merged-contacts.tsx';
import { saveFailure } from './save-failure.ts';
import { useContactForm } from './use-contact-form.ts';

type Props = {
  readonly contact: ContactDetail;
  /** Where contacts that are shown under this one are not shown beside the dialog. */
  readonly showsMerged?: boolean;
  /** With the uuid of the contact's ticket, when there is one. */
  readonly onSaved?: (uuid: string | null) => void;
  readonly onClose: () => void;
};

/** Changes what is known of a contact. */
const ContactEditDialog = ({ contact, showsMerged = false, onSaved, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const user = useUser();
  const form = useContactForm({ contact });
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = form.onSubmit(
    async ({ name, email, queueId, notification, extraInfo, wallet }) => {
      setBusy(true);
      setFailure(undefined);
      try {
        const body = { queueId, notification, extraInfo, name: name.trim(), email: email.trim() || null };
        const saved = await changeContact(client, contact.id, body);
        const before = contact.contactsUser.map(({ id }) => id);
        if (wallet.toSorted().join() !== before.toSorted().join())
          await changeWallet(client, contact.id, wallet);
        applyContact(client, saved.contact);
        showDone(t('contact.saved'));
        onClose();
        onSaved?.(saved.uuid);
      } catch (error) {
        setFailure(saveFailure(error));
        setBusy(false);
      }
    },
    errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <Dialog onClose={onClose} title={t('contact.editOf', { name: contactName(t, contact) })}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Failure text={failure} />
          <ContactFields form={form} isNew={false} />
          <ContactMore form={form} />
          {showsMerged && may(user, 'contact.merge') && <MergedContacts contact={contact} isInset />}
        </Stack>
        <DialogFoot action={t('contact.save')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
};
export default ContactEditDialog;
