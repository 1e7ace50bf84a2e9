import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '#contracts/contacts.ts';
import type { ContactView } from '#contracts/views.ts';
import { mergeContacts } from '../../api/contacts.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { errorText, showDone } from '../../shared/show-error.ts';
import { DialogFoot, Failure } from '../dialog-parts.tsx';
import { ContactSearch } from './contact-search.tsx';

type Props = { readonly contact: ContactDetail; readonly onClose: () => void };

/** Shows another contact under this one, because both are one person. An admin's. */
const MergeDialog = ({ contact, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [other, setOther] = useState<ContactView | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const name = contactName(t, contact);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!other) {
      setMissing(true);
      return field.current?.focus();
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await mergeContacts(client, 'merge', { contactId: contact.id, otherId: other.id });
      showDone(t('contact.saved'));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t('contact.mergeOf', { name })}>
      <form onSubmit={event => void submit(event)} noValidate>
        <Stack gap="sm">
          <Failure text={failure} />
          <Text size="sm">{t('contact.mergeExplanation', { name })}</Text>
          <ContactSearch
            label={t('contact.mergeOther')}
            value={other}
            onChange={chosen => {
              setOther(chosen);
              setMissing(false);
            }}
            exceptId={contact.id}
            error={isMissing ? t('contact.mergeMissing') : undefined}
            inputRef={field}
          />
        </Stack>
        <DialogFoot action={t('contact.mergeAction')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
};
export default MergeDialog;
