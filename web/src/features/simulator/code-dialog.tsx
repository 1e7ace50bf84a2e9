import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { errorText } from '../../shared/show-error.ts';
import { isNotPaired, typeCode } from './simulator-actions.ts';
import type { SimulatedPhone } from './simulator-api.ts';

type Props = { readonly phone: SimulatedPhone; readonly onClose: () => void };

/** The pairing code that a connection shows is typed on the phone. */
export const CodeDialog = ({ phone, onClose }: Props) => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = code.replace(/[^0-9a-z]/gi, '').toUpperCase();
    if (typed.length !== 8) return setFailure(t('simulator.pairing.codeLength'));
    setSending(true);
    try {
      await typeCode(phone.number, typed);
      onClose();
    } catch (error) {
      setFailure(isNotPaired(error) ? t('simulator.pairing.wrongCode') : errorText(error));
      setSending(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t('simulator.pairing.type')}>
      <form onSubmit={event => void submit(event)} noValidate>
        <Stack>
          <TextInput
            label={t('simulator.pairing.code')}
            description={t('simulator.pairing.codeHint')}
            placeholder="ABCD-1234"
            autoComplete="off"
            data-autofocus
            value={code}
            error={failure}
            onChange={event => {
              setCode(event.currentTarget.value);
              setFailure(undefined);
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={sending}>
              {t('simulator.pairing.link')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
