import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '#contracts/contacts.ts';
import { changeWallet, createContact, fetchContact } from '../../api/contacts.ts';
import { ApiError } from '../../shared/api-error.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { contactName } from '../../shared/contact-name.ts';
import { errorText, showDone } from '../../shared/show-error.ts';
import { DialogFoot, Failure } from '../dialog-parts.tsx';
import { ContactFields, ContactMore } from './contact-fields.tsx';
import { saveFailure } from './save-failure.ts';
import { useContactForm } from './use-contact-form.ts';

type Props = {
  readonly name: string;
  readonly number: string;
  /** All that can be known of a contact is asked for. */
  readonly isFull?: boolean;
  /** With the uuid of its ticket, when there is one. */
  readonly onCreated: (contact: ContactDetail, uuid: string | null) => void;
  readonly onCancel: () => void;
};

const aboutNumber: readonly string[] = [
  'ERR_DUPLICATED_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_CHECK_CONTACT',
];

/** Makes a contact. One that is there already with this number is taken instead, when that is wished. */
export const ContactCreate = ({ name, number, isFull = false, onCreated, onCancel }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useContactForm({ name, number });
  const command = useRef({ body: '', id: '' });
  const [failure, setFailure] = useState<string>();
  const [known, setKnown] = useState<ContactDetail>();
  const [isBusy, setBusy] = useState(false);
  const create = form.onSubmit(
    async values => {
      setBusy(true);
      setFailure(undefined);
      const email = values.email.trim() || null;
      const { name, number, queueId, notification, extraInfo, wallet } = values;
      const who = { name: name.trim(), number: number.trim(), email, queueId };
      const body = isFull ? { ...who, notification, extraInfo } : who;
      try {
        // The same again after a lost answer is the same command.
        const text = JSON.stringify(body);
        if (command.current.body !== text) command.current = { body: text, id: newCommandId() };
        const { contact, uuid, checked } = await createContact(client, body, command.current.id);
        if (wallet.length > 0) await changeWallet(client, contact.id, wallet);
        showDone(checked ? t('contact.saved') : t('contact.notChecked'));
        onCreated(contact, uuid);
      } catch (error) {
        setBusy(false);
        setKnown(await existing(error));
        if (!(error instanceof ApiError && aboutNumber.includes(error.code))) {
          return setFailure(saveFailure(error));
        }
        form.setFieldError('number', errorText(error));
        form.getInputNode('number')?.focus();
      }
    },
    errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  // It may stand within another dialog's form, which is not to be submitted by this one.
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.stopPropagation();
    create(event);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Failure text={failure} />
        {known && (
          <Button variant="default" size="xs" onClick={() => onCreated(known, null)}>
            {t('contact.showExisting', { name: contactName(t, known) })}
          </Button>
        )}
        <ContactFields form={form} isNew />
        {isFull && <ContactMore form={form} />}
      </Stack>
      <DialogFoot action={t('contact.createAction')} isBusy={isBusy} onClose={onCancel} />
    </form>
  );
};

/** The contact that has the number already, where that is what was wrong. */
const existing = (error: unknown): Promise<ContactDetail | undefined> =>
  error instanceof ApiError && typeof error.details.contactId === 'string'
    ? fetchContact(error.details.contactId).catch(() => undefined)
    : Promise.resolve(undefined);
