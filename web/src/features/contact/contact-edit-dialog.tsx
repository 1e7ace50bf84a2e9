import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '#contracts/contacts.ts';
import { changeContact } from '../../api/contacts.ts';
import { applyContact } from '../../live/apply-names.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { showDone } from '../../shared/show-error.ts';
import { DialogFoot, Failure } from '../ticket-dialogs/dialog-parts.tsx';
import { ContactFields, ContactMore } from './contact-fields.tsx';
import { saveFailure } from './save-failure.ts';
import { useContactForm } from './use-contact-form.ts';

type Props = { readonly contact: ContactDetail; readonly onClose: () => void };

/** Changes what is known of a contact. */
const ContactEditDialog = ({ contact, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useContactForm({ contact });
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = form.onSubmit(
    async ({ name, email, queueId, notification, extraInfo }) => {
      setBusy(true);
      setFailure(undefined);
      try {
        const body = { queueId, notification, extraInfo, name: name.trim(), email: email.trim() || null };
        applyContact(client, await changeContact(client, contact.id, body));
        showDone(t('contact.saved'));
        onClose();
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
        </Stack>
        <DialogFoot deed={t('contact.save')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
};
export default ContactEditDialog;
