import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ErasureProof } from '#contracts/http.ts';
import { dateAndTime } from '../../shared/formats.ts';

type Props = { readonly proof: ErasureProof; readonly onClose: () => void };

/** The proof that a person was erased: who did it, when, and how much went. */
export const ErasureReceipt = ({ proof, onClose }: Props) => {
  const { t, i18n } = useTranslation();
  const { erasedAt, erasedBy, keysDestroyedAt, counts } = proof;
  const when = dateAndTime(erasedAt, i18n.language);
  return (
    <>
      <Stack gap="xs">
        <Text size="sm">{t('erasure.erasedBy', { name: erasedBy?.name ?? '—', when })}</Text>
        <Text size="sm">{t('erasure.messages', { count: counts.messages })}</Text>
        <Text size="sm" c="var(--text-meta)">
          {keysDestroyedAt
            ? t('erasure.keysDestroyed', { when: dateAndTime(keysDestroyedAt, i18n.language) })
            : t('erasure.keysAwaited')}
        </Text>
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </>
  );
};
