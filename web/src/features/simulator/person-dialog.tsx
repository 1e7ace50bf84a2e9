import { Button, FileInput, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { errorText } from '../../shared/show-error.ts';
import { base64Of } from './files.ts';
import { addContact, addPhone, setPicture } from './simulator-actions.ts';

type Props = {
  readonly kind: 'contact' | 'phone';
  readonly onAdded: (number: string) => void;
  readonly onClose: () => void;
};

/** Adds a contact or a phone of a company. */
const PersonDialog = ({ kind, onAdded, onClose }: Props) => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const [picture, setChosenPicture] = useState<File | null>(null);
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
    async values => {
      const person = { name: values.name.trim(), number: values.number.replace(/\D/g, '') };
      try {
        await (kind === 'contact' ? addContact(person) : addPhone(person));
        if (picture) await setPicture(person.number, { base64: await base64Of(picture) });
        onAdded(person.number);
        onClose();
      } catch (error) {
        setFailure(errorText(error));
      }
    },
    errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <Dialog
      onClose={onClose}
      title={kind === 'contact' ? t('simulator.addContact') : t('simulator.addPhone')}
    >
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
          <FileInput
            label={t('simulator.picture')}
            placeholder={t('simulator.choosePicture')}
            accept="image/*"
            clearable
            clearButtonProps={{ 'aria-label': t('simulator.noPicture') }}
            leftSection={<IconPhoto size={16} aria-hidden />}
            value={picture}
            onChange={setChosenPicture}
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
export default PersonDialog;
