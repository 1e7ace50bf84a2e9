import { MultiSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import { payloadKinds } from '#domain/webhook/event-types.ts';
import { connectionsQuery } from '../../../api/connections.ts';
import { DialogFoot, Failure } from '../../../kit/dialog-parts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { useFocusBack } from '../../../shared/use-focus-back.ts';
import { ShownSecret } from './endpoint-dialogs.tsx';
import { EventChoice } from './event-choice.tsx';
import { useEndpointForm } from './use-endpoint-form.ts';

type Props = { readonly webhook?: WebhookView; readonly onClose: () => void };

/** Makes an endpoint and shows its secret this once, or changes one. */
export const EndpointDialog = ({ webhook, onClose }: Props) => {
  const [secret, setSecret] = useState<string>();
  // The secret's dialog begins in the form's, which is gone by its end.
  useFocusBack();
  const done = (made: string | undefined): void => (made ? setSecret(made) : onClose());
  if (secret) return <ShownSecret secret={secret} onClose={onClose} />;
  return <EndpointForm {...(webhook ? { webhook } : {})} onClose={onClose} onDone={done} />;
};

type FormProps = Props & { readonly onDone: (secret: string | undefined) => void };

const EndpointForm = ({ webhook, onClose, onDone }: FormProps) => {
  const { t } = useTranslation();
  const { form, submit, isBusy, failure } = useEndpointForm(webhook, onDone);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const close = (): void => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog onClose={close} title={webhook ? t('webhooks.edit') : t('webhooks.add')} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Failure text={failure} />
          <TextInput
            label={t('webhooks.url')}
            description={t('webhooks.urlHint')}
            placeholder="https://www.example.com/balcao"
            inputMode="url"
            maxLength={2_000}
            data-autofocus
            {...form.getInputProps('url')}
          />
          <TextInput
            label={t('webhooks.description')}
            maxLength={200}
            {...form.getInputProps('description')}
          />
          <EventChoice
            {...form.getInputProps('events', { withFocus: false })}
            value={form.getValues().events}
          />
          <Radio.Group label={t('webhooks.content')} {...form.getInputProps('payload')}>
            <Stack gap={8} mt={4}>
              {payloadKinds.map(kind => (
                <Radio
                  key={kind}
                  value={kind}
                  label={t(`webhooks.payload.${kind}`)}
                  description={t(`webhooks.payloadHint.${kind}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <MultiSelect
            label={t('webhooks.connections')}
            description={t('webhooks.connectionsHint')}
            placeholder={form.getValues().connectionIds.length > 0 ? '' : t('webhooks.allConnections')}
            data={connections.map(({ id, name }) => ({ value: id, label: name }))}
            clearable
            {...form.getInputProps('connectionIds')}
          />
          <Switch
            label={t('webhooks.enabled')}
            description={t('webhooks.enabledHint')}
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
        </Stack>
        <DialogFoot
          action={webhook ? t('webhooks.save') : t('webhooks.create')}
          {...{ isBusy, onClose: close }}
        />
      </form>
    </Dialog>
  );
};
