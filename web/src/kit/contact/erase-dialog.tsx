import { Alert, Button, Group, List, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErasurePreview } from '#contracts/http.ts';
import { eraseContact, erasureQuery } from '../../api/erasure.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { dateAndTime } from '../../shared/formats.ts';
import { errorText, showDone } from '../../shared/show-error.ts';
import { ErasureReceipt } from './erasure-receipt.tsx';

type Props = { readonly contactId: string; readonly name: string; readonly onClose: () => void };

/** Erases a person: names what will go, and asks for their number to be typed. An admin's. */
export const EraseDialog = ({ contactId, name, onClose }: Props) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(erasureQuery(contactId));
  return (
    <Dialog
      onClose={onClose}
      title={data?.erased ? t('erasure.proof') : t('erasure.title', { name })}
      size="md"
    >
      {error && (
        <Alert color="red" role="alert">
          <Group justify="space-between">
            <Text size="sm">{errorText(error)}</Text>
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {!data && !error && <Skeleton height={220} aria-hidden />}
      {data?.erased && <ErasureReceipt proof={data} onClose={onClose} />}
      {data && !data.erased && <Confirmation preview={data} onClose={onClose} />}
    </Dialog>
  );
};

const Confirmation = ({ preview, onClose }: { preview: ErasurePreview; onClose: () => void }) => {
  const { t, i18n } = useTranslation();
  const { contact, counts, confirmation, firstMessageAt, lastMessageAt } = preview;
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [commandId] = useState(newCommandId);
  const name = contactName(t, contact);

  const erase = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (typed.trim() !== confirmation) return setFailure(t('erasure.wrongConfirmation'));
    setBusy(true);
    setFailure(undefined);
    try {
      await eraseContact(contact.id, confirmation, commandId);
      showDone(t('erasure.done'));
      onClose();
      await client.resetQueries();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={event => void erase(event)}>
      <Stack gap="sm">
        <Text size="sm">{t('erasure.explanation')}</Text>
        <List size="sm" aria-label={t('erasure.goes')}>
          <List.Item>{t('erasure.person', { name })}</List.Item>
          <List.Item>
            {t('erasure.messages', { count: counts.messages })}
            {firstMessageAt && lastMessageAt && (
              <Text span c="var(--text-meta)" size="xs" display="block">
                {dateAndTime(firstMessageAt, i18n.language)} – {dateAndTime(lastMessageAt, i18n.language)}
              </Text>
            )}
          </List.Item>
          {counts.media > 0 && <List.Item>{t('erasure.media', { count: counts.media })}</List.Item>}
          {counts.notes > 0 && <List.Item>{t('erasure.notes', { count: counts.notes })}</List.Item>}
        </List>
        <Text size="sm">{t('erasure.stays', { count: counts.tickets })}</Text>
        <TextInput
          label={t('erasure.confirmation', { text: confirmation })}
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value);
            setFailure(undefined);
          }}
          error={failure}
          autoComplete="off"
          data-autofocus
        />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" px="sm" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="red" px="sm" disabled={busy || typed.trim() === ''}>
          {busy ? t('tickets.confirming') : t('erasure.erase')}
        </Button>
      </Group>
    </form>
  );
};
