import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeyName, apiScope, type CreateApiKey } from '#contracts/api-keys.ts';
import { createApiKey } from '../../../api/api-keys.ts';
import { DialogFoot, Failure } from '../../../kit/dialog-parts.tsx';
import { newCommandId } from '../../../shared/command-id.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { focusField } from '../../../shared/focus-field.ts';
import { errorText } from '../../../shared/show-error.ts';
import { useFocusBack } from '../../../shared/use-focus-back.ts';
import { ShownOnce } from '../shown-once.tsx';

/** In days; '' never ends. */
const terms = ['', '30', '90', '365'] as const;
type Values = { readonly name: string; readonly scopes: CreateApiKey['scopes']; readonly term: string };
type Made = { readonly name: string; readonly token: string };

/** Makes a key, and shows its token this once. */
export const KeyDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const [made, setMade] = useState<Made>();
  // Of the two dialogs the second begins in the first, which is gone by its end.
  useFocusBack();
  if (made)
    return (
      <ShownOnce
        title={t('apiKeys.tokenOf', { name: made.name })}
        token={made.token}
        label={t('apiKeys.token')}
        hint={t('apiKeys.once')}
        done={t('apiKeys.done')}
        onClose={onClose}
      />
    );
  return <KeyForm onClose={onClose} onMade={setMade} />;
};

type FormProps = { readonly onClose: () => void; readonly onMade: (made: Made) => void };

const KeyForm = ({ onClose, onMade }: FormProps) => {
  const { t } = useTranslation();
  const { form, submit, isBusy, failure } = useKeyForm(onMade);
  const close = (): void => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog onClose={close} title={t('apiKeys.add')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Failure text={failure} />
          <TextInput
            label={t('apiKeys.name')}
            description={t('apiKeys.nameHint')}
            maxLength={apiKeyName.most}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox.Group
            label={t('apiKeys.scopes')}
            errorProps={{ mt: 8 }}
            {...form.getInputProps('scopes')}
          >
            <Stack gap={8} mt={4}>
              {apiScope.options.map(scope => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t(`apiKeys.scope.${scope}`)}
                  description={t(`apiKeys.scopeHint.${scope}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Select
            label={t('apiKeys.expires')}
            data={terms.map(term => ({ value: term, label: termText(t, term) }))}
            allowDeselect={false}
            {...form.getInputProps('term')}
          />
        </Stack>
        <DialogFoot action={t('apiKeys.create')} isBusy={isBusy} onClose={close} />
      </form>
    </Dialog>
  );
};

type Translate = ReturnType<typeof useTranslation>['t'];

const termText = (t: Translate, term: (typeof terms)[number]): string => {
  if (term === '') return t('apiKeys.noExpiry');
  return term === '365' ? t('apiKeys.forYear') : t('apiKeys.forDays', { count: Number(term) });
};

const dayMs = 86_400_000;

const useKeyForm = (onMade: FormProps['onMade']) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef<{
    readonly values: string;
    readonly commandId: string;
    readonly body: CreateApiKey;
  }>(undefined);
  const form = useForm<Values>({
    initialValues: { name: '', scopes: ['send', 'read'], term: '' },
    validateInputOnBlur: true,
    validate: {
      name: name => (name.trim().length < apiKeyName.least ? t('apiKeys.tooShort') : null),
      scopes: scopes => (scopes.length === 0 ? t('apiKeys.noScope') : null),
    },
  });
  /** The same once more, after no answer came, is the same command with the same expiry. */
  const attemptFor = (values: Values) => {
    const text = JSON.stringify(values);
    if (attempt.current?.values === text) return attempt.current;
    const { name, scopes, term } = values;
    const expiresAt = term ? new Date(Date.now() + Number(term) * dayMs).toISOString() : null;
    attempt.current = { values: text, commandId: newCommandId(), body: { name, scopes, expiresAt } };
    return attempt.current;
  };
  const make = async (values: Values): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onMade({ name: values.name.trim(), token: await createApiKey(client, attemptFor(values)) });
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  const submit = form.onSubmit(
    values => void make(values),
    errors => void focusField(form.getInputNode(Object.keys(errors)[0] ?? '')),
  );
  return { form, submit, isBusy, failure };
};
