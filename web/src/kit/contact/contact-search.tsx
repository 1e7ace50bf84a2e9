import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactView } from '#contracts/views.ts';
import { contactSearchQuery } from '../../api/contacts.ts';
import { contactName } from '../../shared/contact-name.ts';
import { phoneNumber } from '../../shared/formats.ts';
import { errorText } from '../../shared/show-error.ts';

const shortest = 3;
const newContact = '$new';
const delayMs = 500;

type Props = {
  readonly label: string;
  readonly value: ContactView | null;
  readonly onChange: (contact: ContactView | null) => void;
  /** What is searched for at first. */
  readonly start?: string;
  readonly onTyped?: (search: string) => void;
  /** Offers to make a contact of what is typed. */
  readonly onCreate?: () => void;
  readonly onBlur?: () => void;
  readonly exceptId?: string;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
};

/** Chooses a contact by a part of the name or number, from three characters on. */
export const ContactSearch = (props: Props) => {
  const { label, value, onChange, start = '', onTyped, onCreate, onBlur, exceptId, error, inputRef } = props;
  const { t } = useTranslation();
  const titleOf = (contact: ContactView): string =>
    [contactName(t, contact), phoneNumber(contact.number)].join(' · ');
  const [typed, setTyped] = useState(value ? titleOf(value) : start);
  const search = typed.trim();
  const [isOpen, setIsOpen] = useState(false);
  const [settled] = useDebouncedValue(search, delayMs);
  const isChosen = value !== null && search === titleOf(value);
  const isLongEnough = search.length >= shortest;
  const query = useQuery({
    ...contactSearchQuery(settled),
    enabled: settled.length >= shortest && settled === search && !isChosen,
  });
  const found = (isLongEnough && !isChosen ? (query.data?.contacts ?? []) : []).filter(
    ({ id, erased }) => id !== exceptId && !erased,
  );
  const shown = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  const isWaiting = isLongEnough && !isChosen && (settled !== search || query.isFetching);
  const offersNew = onCreate !== undefined && isLongEnough && !isChosen && !isWaiting;
  const nothing = !isLongEnough
    ? t('contact.searchMore')
    : isWaiting
      ? t('contact.searching')
      : query.error
        ? errorText(query.error)
        : t('contact.nobody');
  return (
    <Select
      ref={inputRef}
      label={label}
      placeholder={t('contact.searchPlaceholder')}
      searchable
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      clearable
      selectFirstOptionOnChange
      data={[
        ...shown.map(contact => ({ value: contact.id, label: titleOf(contact) })),
        ...(offersNew ? [{ value: newContact, label: t('contact.createWith', { search }) }] : []),
      ]}
      filter={({ options }) => (isWaiting ? [] : options)}
      nothingFoundMessage={nothing}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={text => {
        setTyped(text);
        onTyped?.(text);
      }}
      onChange={id => {
        if (id === newContact) onCreate?.();
        else onChange(shown.find(contact => contact.id === id) ?? null);
      }}
      onKeyDown={event => {
        // What was found after the last letter is not marked yet, but meant by Enter all the same.
        const isMarked = event.currentTarget.getAttribute('aria-activedescendant');
        if (event.key !== 'Enter' || isChosen || isMarked || !search) return;
        event.preventDefault();
        if (!found[0]) return;
        onChange(found[0]);
        setIsOpen(false);
      }}
      onBlur={onBlur}
      error={error}
      data-autofocus
    />
  );
};
