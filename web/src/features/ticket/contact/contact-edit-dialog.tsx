import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '#contracts/contacts.ts';
import { changeContact } from '../../../api/contacts.ts';
import { ContactFields, ContactMore } from '../../../kit/contact/contact-fields.tsx';
import { saveFailure } from '../../../kit/contact/save-failure.ts';
import { useContactForm } from '../../../kit/contact/use-contact-form.ts';
import { DialogFoot, Failure } from '../../../kit/dialog-parts.tsx';
import { applyContact } from '../../../live/apply-names.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { showDone } from '../../../shared/show-error.ts';

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
        <DialogFoot action={t('contact.save')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
};
export default ContactEditDialog;
