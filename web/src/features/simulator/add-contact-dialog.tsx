import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { errorText } from '../../shared/show-error.ts';
import { addContact, contactsQuery } from './simulator-api.ts';

export const AddContactDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', number: '' },
    validateInputOnBlur: true,
    validate: {
      name: value => {
        if (value.trim() === '') return t('contact.required');
        return value.trim().length < 2 ? t('contact.nameTooShort') : null;
      },
      number: value => (value.replace(/\D/g, '').length < 8 ? t('contact.numberTooShort') : null),
    },
  });
  const submit = form.onSubmit(
    async ({ name, number }) => {
      try {
        await addContact({ name: name.trim(), number: number.replace(/\D/g, '') });
        await client.invalidateQueries({ queryKey: contactsQuery.queryKey });
        onClose();
      } catch (error) {
        setFailure(errorText(error));
      }
    },
    errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <Dialog onClose={onClose} title={t('simulator.addContact')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            key={form.key('name')}
            label={t('contact.name')}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            key={form.key('number')}
            label={t('contact.number')}
            placeholder="5511999998888"
            inputMode="tel"
            error={failure}
            {...form.getInputProps('number')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('simulator.add')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
