import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { errorText } from '../../shared/show-error.ts';
import { usePeople } from './people.ts';
import { addGroup } from './simulator-actions.ts';

/** Makes a group of contacts and companies. Its first contact is who made it. */
const GroupDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { contacts, phones } = usePeople();
  const [failure, setFailure] = useState<string>();
  const form = useForm<{ subject: string; members: string[] }>({
    initialValues: { subject: '', members: phones.slice(0, 1).map(({ number }) => number) },
    validate: {
      subject: value => (value.trim() === '' ? t('contact.required') : null),
      members: value =>
        contacts.some(({ number }) => value.includes(number)) ? null : t('simulator.group.needsContact'),
    },
  });
  const submit = form.onSubmit(async ({ subject, members }) => {
    const isContact = (number: string): boolean => contacts.some(contact => contact.number === number);
    const ordered = [...members.filter(isContact), ...members.filter(number => !isContact(number))];
    try {
      await addGroup(subject.trim(), ordered);
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  });
  const entry = ({ number, name }: { number: string; name: string }) => ({ value: number, label: name });
  return (
    <Dialog onClose={onClose} title={t('simulator.group.create')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput label={t('simulator.group.subject')} data-autofocus {...form.getInputProps('subject')} />
          <MultiSelect
            label={t('simulator.group.members')}
            description={t('simulator.group.hint')}
            searchable
            hidePickedOptions
            maxValues={50}
            data={[
              { group: t('simulator.companies'), items: phones.map(entry) },
              { group: t('simulator.contacts'), items: contacts.map(entry) },
            ]}
            {...form.getInputProps('members')}
            error={form.errors.members ?? failure}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('simulator.group.create')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
export default GroupDialog;
