import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookView } from '#contracts/webhooks.ts';
import type { PayloadKind, WebhookType } from '#domain/webhook/event-types.ts';
import { changeWebhook, createWebhook } from '../../../api/webhooks.ts';
import { ApiError } from '../../../shared/api-error.ts';
import { newCommandId } from '../../../shared/command-id.ts';
import { focusField } from '../../../shared/focus-field.ts';
import { errorText } from '../../../shared/show-error.ts';

type Values = {
  readonly url: string;
  readonly description: string;
  readonly events: WebhookType[];
  readonly payload: PayloadKind;
  readonly connectionIds: string[];
  readonly enabled: boolean;
};

const usual: Values = {
  ...{ url: '', description: '', payload: 'thin', connectionIds: [], enabled: true },
  events: ['message.received', 'message.changed', 'message.delivered', 'message.read', 'message.failed'],
};

/** The form of an endpoint; `onDone` is given the secret of one that was made. */
export const useEndpointForm = (
  webhook: WebhookView | undefined,
  onDone: (secret: string | undefined) => void,
) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef<{ readonly values: string; readonly commandId: string }>(undefined);
  const form = useForm<Values>({
    initialValues: webhook
      ? { ...valuesOf(webhook), connectionIds: [...(webhook.connectionIds ?? [])] }
      : usual,
    validateInputOnBlur: true,
    validate: {
      url: url => (/^https?:\/\/\S+$/i.test(url.trim()) ? null : t('webhooks.urlWrong')),
      events: events => (events.length === 0 ? t('webhooks.eventsMissing') : null),
    },
  });

  /** Where a complaint is. The field may have the focus already, and be out of sight above the button. */
  const show = (field: string): void => {
    focusField(form.getInputNode(field))?.scrollIntoView({ block: 'center' });
  };

  /** The same once more, after no answer came, is the same command. */
  const commandIdFor = (values: Values): string => {
    const text = JSON.stringify(values);
    if (attempt.current?.values !== text) attempt.current = { values: text, commandId: newCommandId() };
    return attempt.current.commandId;
  };
  const save = async (values: Values): Promise<string | undefined> => {
    const { connectionIds, ...rest } = values;
    const body = { ...rest, connectionIds: connectionIds.length > 0 ? connectionIds : null };
    if (!webhook) return createWebhook(client, { body, commandId: commandIdFor(values) });
    await changeWebhook(client, webhook.id, body);
    return undefined;
  };
  const run = async (values: Values): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onDone(await save(values));
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'ERR_WEBHOOK_ADDRESS') {
        form.setFieldError('url', errorText(error));
        show('url');
      } else setFailure(errorText(error));
    }
  };
  const submit = form.onSubmit(
    values => void run(values),
    errors => show(Object.keys(errors)[0] ?? ''),
  );
  return { form, submit, isBusy, failure };
};

const valuesOf = ({ url, description, events, payload, enabled }: WebhookView) => ({
  ...{ url, description, events: [...events], payload, enabled },
});
