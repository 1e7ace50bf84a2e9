import { type UseFormReturnType, useForm } from '@mantine/form';
import { v7 } from 'uuid';
import type { ContactDetail } from '#contracts/contacts.ts';
import { contactRules } from './contact-rules.ts';

type ExtraRow = { readonly id: string; readonly name: string; readonly value: string };
export type ContactValues = {
  name: string;
  number: string;
  email: string;
  queueId: string | null;
  notification: boolean;
  extraInfo: ExtraRow[];
  /** Ids of users. */
  wallet: string[];
};
export type ContactForm = UseFormReturnType<ContactValues>;

type Start = {
  /** Whom to change; undefined makes a new contact. */
  readonly contact?: ContactDetail | undefined;
  readonly name?: string | undefined;
  readonly number?: string | undefined;
};

/** The fields of a contact with the rules of the specification (core, section 5). */
export const useContactForm = (start: Start): ContactForm => {
  const { contact } = start;
  return useForm<ContactValues>({
    mode: 'controlled',
    initialValues: {
      name: contact?.name ?? start.name ?? '',
      number: contact?.number ?? start.number ?? '',
      email: contact?.email ?? '',
      queueId: contact?.queueId ?? null,
      notification: contact?.notification ?? true,
      extraInfo: contact?.extraInfo.map(row => ({ ...row })) ?? [],
      wallet: contact?.contactsUser.map(({ id }) => id) ?? [],
    },
    validateInputOnBlur: true,
    validate: {
      name: contactRules.name,
      // Whoever is there already has the number they have.
      ...(contact ? {} : { number: contactRules.number }),
      email: contactRules.email,
      extraInfo: { name: contactRules.extraName, value: contactRules.extraValue },
    },
  });
};

export const emptyExtra = (): ExtraRow => ({ id: v7(), name: '', value: '' });
