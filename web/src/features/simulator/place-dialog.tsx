import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import type { Content } from './simulator-actions.ts';

type Props = { readonly onSend: (content: Content) => Promise<void>; readonly onClose: () => void };

/** Asks which place to send. */
const PlaceDialog = ({ onSend, onClose }: Props) => {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: 'Avenida Paulista, 1578', latitude: -23.5614, longitude: -46.6559 },
  });
  const submit = form.onSubmit(({ name, latitude, longitude }) => {
    onClose();
    void onSend({ location: { latitude, longitude, ...(name.trim() ? { name: name.trim() } : {}) } });
  });
  const degrees = { decimalScale: 6, hideControls: true, allowedDecimalSeparators: [',', '.'] };
  return (
    <Dialog onClose={onClose} title={t('simulator.place.title')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput label={t('simulator.place.name')} data-autofocus {...form.getInputProps('name')} />
          <Group grow>
            <NumberInput
              label={t('simulator.place.latitude')}
              min={-90}
              max={90}
              {...degrees}
              {...form.getInputProps('latitude')}
            />
            <NumberInput
              label={t('simulator.place.longitude')}
              min={-180}
              max={180}
              {...degrees}
              {...form.getInputProps('longitude')}
            />
          </Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('ticket.send')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
export default PlaceDialog;
