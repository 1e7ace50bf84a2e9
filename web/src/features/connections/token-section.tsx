import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { renewConnectionToken } from '../../api/connections.ts';
import { FreshToken } from '../../kit/fresh-token.tsx';
import { showError } from '../../shared/show-error.ts';
import classes from './connections.module.css';

type Shown =
  | { readonly step: 'masked' }
  | { readonly step: 'confirming' }
  | { readonly step: 'fresh'; readonly token: string };

/** The token of the messages API: only its end is kept, so a new one is shown this once. */
export const TokenSection = ({ connection: { id, token } }: { connection: ConnectionView }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [shown, setShown] = useState<Shown>({ step: 'masked' });
  const [sending, setSending] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.step !== 'masked') section.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const renew = async (): Promise<void> => {
    setSending(true);
    setShown({ step: 'masked' });
    await renewConnectionToken(client, id).then(made => setShown({ step: 'fresh', token: made }), showError);
    setSending(false);
  };

  return (
    <Stack gap="sm" ref={section} className={classes.section ?? ''}>
      <Divider label={t('connections.token.title')} labelPosition="left" />
      {shown.step === 'masked' && (
        <Group justify="space-between" wrap="nowrap">
          <Text
            size="sm"
            className="figures"
            c={token ? 'var(--mantine-color-text)' : 'dimmed'}
            data-testid="token"
          >
            {token || t('connections.token.none')}
          </Text>
          <Button
            size="xs"
            variant="default"
            loading={sending}
            onClick={() => (token ? setShown({ step: 'confirming' }) : void renew())}
          >
            {token ? t('connections.token.renew') : t('connections.token.generate')}
          </Button>
        </Group>
      )}
      {shown.step === 'confirming' && (
        <Group justify="space-between" gap="xs" role="alert">
          <Text size="sm">{t('connections.token.renewConfirm')}</Text>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setShown({ step: 'masked' })}>
              {t('common.cancel')}
            </Button>
            <Button size="xs" color="red" onClick={() => void renew()}>
              {t('connections.token.renew')}
            </Button>
          </Group>
        </Group>
      )}
      {shown.step === 'fresh' && (
        <FreshToken
          token={shown.token}
          label={t('connections.token.title')}
          hint={t('connections.token.once')}
        />
      )}
    </Stack>
  );
};
