import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { requestPairingCode } from '../../api/connections.ts';
import { errorText } from '../../shared/show-error.ts';
import classes from './connections.module.css';

/** Asks for a code that is typed on the phone; it comes live, as the QR code does. */
export const PairingByNumber = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [sending, setSending] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { phoneNumber: '' },
    validate: {
      phoneNumber: value =>
        /^\d{8,15}$/.test(value.replace(/\D/g, '')) ? null : t('connections.pairing.phoneInvalid'),
    },
  });
  const submit = form.onSubmit(async ({ phoneNumber }) => {
    setSending(true);
    try {
      await requestPairingCode(connection.id, phoneNumber.replace(/\D/g, ''));
      setAsked(true);
    } catch (error) {
      form.setFieldError('phoneNumber', errorText(error));
    } finally {
      setSending(false);
    }
  });
  return (
    <Stack w="100%" gap="md">
      <form onSubmit={submit} noValidate>
        <TextInput
          key={form.key('phoneNumber')}
          label={t('connections.pairing.phone')}
          description={t('connections.pairing.phoneHint')}
          placeholder="5511999998888"
          inputMode="tel"
          autoFocus
          {...form.getInputProps('phoneNumber')}
        />
        <Button type="submit" mt="sm" fullWidth loading={sending}>
          {t('connections.pairing.request')}
        </Button>
      </form>
      {connection.pairingCode ? (
        <Text ta="center" className={classes.code ?? ''} data-testid="pairing-code">
          {connection.pairingCode.replace(/^(.{4})(.{4})$/, '$1-$2')}
        </Text>
      ) : (
        asked && (
          <Group justify="center" gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm" c="dimmed">
              {t('connections.pairing.waiting')}
            </Text>
          </Group>
        )
      )}
      <Text size="sm" ta="center">
        {t('connections.pairing.instruction')}
      </Text>
    </Stack>
  );
};
