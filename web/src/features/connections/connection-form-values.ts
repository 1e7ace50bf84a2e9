import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionBody } from '#contracts/connections.ts';
import type { ConnectionView } from '#contracts/views.ts';
import { saveConnection } from '../../api/connections.ts';
import { ApiError } from '../../shared/api-error.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { errorText, showDone } from '../../shared/show-error.ts';

export type ConnectionValues = ConnectionBody;

type Options = {
  readonly connection: ConnectionView | undefined;
  readonly isFirst: boolean;
  readonly onSaved: (connectionId: string) => void;
};

/** Where a refusal of the server is shown; all others stand above the form. */
const fieldOf: Readonly<Record<string, keyof ConnectionValues>> = {
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_OTHER_WHATSAPP: 'isDefault',
  ERR_NO_QUEUE_FOUND: 'queueIds',
};

/** The form of a connection: its rules are the specification's (core, section 5), its refusals stand at their fields. */
export const useConnectionForm = ({ connection, isFirst, onSaved }: Options) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  const [commandId] = useState(newCommandId);
  const form = useForm<ConnectionValues>({
    mode: 'uncontrolled',
    initialValues: valuesOf(connection, isFirst),
    validateInputOnBlur: true,
    validate: {
      name: value => {
        const { length } = value.trim();
        if (length === 0) return t('connections.form.required');
        if (length < 2) return t('connections.form.nameTooShort');
        return length > 50 ? t('connections.form.nameTooLong') : null;
      },
      greetingMessage: (value, { queueIds }) =>
        queueIds.length > 1 && value.trim() === '' ? t('errors.ERR_WAPP_GREETING_REQUIRED') : null,
    },
  });
  const focus = (field: string): void => form.getInputNode(field)?.focus();

  const submit = form.onSubmit(
    async values => {
      setSending(true);
      setFailure(undefined);
      try {
        const body = { ...values, name: values.name.trim() };
        // A changed form is another command: a refused one was never carried out.
        const id = connection ? newCommandId() : commandId;
        const saved = await saveConnection(client, { connectionId: connection?.id, body, commandId: id });
        showDone(t('connections.saved'));
        onSaved(saved);
      } catch (error) {
        const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
        if (field) {
          form.setFieldError(field, errorText(error));
          focus(field);
        } else setFailure(errorText(error));
        setSending(false);
      }
    },
    errors => focus(Object.keys(errors)[0] ?? ''),
  );
  return { form, submit, sending, failure };
};

const valuesOf = (connection: ConnectionView | undefined, isFirst: boolean): ConnectionValues => ({
  name: connection?.name ?? '',
  provider: connection?.provider ?? 'beta',
  isDefault: connection?.isDefault ?? isFirst,
  queueIds: [...(connection?.queueIds ?? [])],
  greetingMessage: connection?.greetingMessage ?? '',
  complationMessage: connection?.complationMessage ?? '',
  outOfHoursMessage: connection?.outOfHoursMessage ?? '',
  ratingMessage: connection?.ratingMessage ?? '',
  importsHistory: connection?.importsHistory ?? false,
});
