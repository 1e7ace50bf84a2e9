import { Button, CopyButton, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { renewConnectionToken } from '../../api/connections.ts';
import { showError } from '../../shared/show-error.ts';

/** The token of the messages API: only its end is kept, so a new one is shown this once. */
export const TokenSection = ({ connection: { id, token } }: { connection: ConnectionView }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [fresh, setFresh] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const [sending, setSending] = useState(false);

  const renew = async (): Promise<void> => {
    setSending(true);
    setConfirming(false);
    await renewConnectionToken(client, id).then(setFresh, showError);
    setSending(false);
  };
  const label = token ? t('connections.token.renew') : t('connections.token.generate');

  return (
    <>
      <Divider label={t('connections.token.title')} labelPosition="left" />
      {fresh === undefined ? (
        <Group justify="space-between" wrap="nowrap">
          <Text
            size="sm"
            className="figures"
            c={token ? 'var(--mantine-color-text)' : 'dimmed'}
            data-testid="token"
          >
            {token || t('connections.token.none')}
          </Text>
          {!confirming && (
            <Button
              size="xs"
              variant="default"
              loading={sending}
              onClick={() => (token ? setConfirming(true) : void renew())}
            >
              {label}
            </Button>
          )}
        </Group>
      ) : (
        <Stack gap={6}>
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              flex={1}
              readOnly
              value={fresh}
              aria-label={t('connections.token.title')}
              data-testid="fresh-token"
              onFocus={event => event.currentTarget.select()}
            />
            <CopyButton value={fresh}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? t('connections.token.copied') : t('connections.token.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Text size="xs" c="dimmed">
            {t('connections.token.once')}
          </Text>
        </Stack>
      )}
      {confirming && (
        <Group justify="space-between" gap="xs" role="alert">
          <Text size="sm">{t('connections.token.renewConfirm')}</Text>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setConfirming(false)}>
              {t('common.cancel')}
            </Button>
            <Button size="xs" color="red" onClick={() => void renew()}>
              {t('connections.token.renew')}
            </Button>
          </Group>
        </Group>
      )}
    </>
  );
};
