import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { advisedPasswordLength, setupBody } from '#contracts/http.ts';
import { login } from '../../api/session-store.ts';
import { createFirstCompany, setupQuery } from '../../api/setup.ts';
import { ApiError } from '../../shared/api-error.ts';
import { LanguagePicker } from '../../shared/language-picker.tsx';
import { errorText } from '../../shared/show-error.ts';
import { useTabTitle } from '../../shared/tab-title.ts';

/** The first visit: the company and its super admin are made, and the admin is signed in. */
const SetupPage = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  useTabTitle(t('setup.title'));

  const needsCode = useQuery(setupQuery).data?.code === true;

  const length = (value: string, least: number): string | null => {
    const { length } = value.trim();
    if (length === 0) return t('setup.required');
    if (length < least) return t('setup.tooShort');
    return length > 50 ? t('setup.tooLong') : null;
  };
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { companyName: '', name: '', email: '', password: '', code: '' },
    validateInputOnBlur: true,
    validate: {
      companyName: value => length(value, 2),
      name: value => length(value, 2),
      email: value => {
        if (value.trim() === '') return t('setup.required');
        return setupBody.shape.email.safeParse(value.trim()).success ? null : t('setup.invalidEmail');
      },
      password: value => length(value, 5),
      code: value => (needsCode && value.trim() === '' ? t('setup.required') : null),
    },
  });

  const submit = form.onSubmit(
    async values => {
      setSending(true);
      setFailure(undefined);
      const email = values.email.trim();
      try {
        await createFirstCompany({ ...values, email });
        await login(email, values.password);
        client.setQueryData(setupQuery.queryKey, { needed: false, code: needsCode });
      } catch (error) {
        setFailure(setupFailure(t, error));
        setSending(false);
      }
    },
    errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );

  return (
    <Stack align="center" justify="center" mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420} bg="var(--surface)">
        <form onSubmit={submit} noValidate>
          <Stack>
            <Stack gap={4}>
              <Title order={1} fz={22}>
                {t('setup.title')}
              </Title>
              <Text c="dimmed" size="sm">
                {t('setup.explanation')}
              </Text>
            </Stack>
            {failure && (
              <Alert color="red" role="alert" p="sm">
                {failure}
              </Alert>
            )}
            <TextInput
              key={form.key('companyName')}
              label={t('setup.companyName')}
              autoComplete="organization"
              autoFocus
              {...form.getInputProps('companyName')}
            />
            <TextInput
              key={form.key('name')}
              label={t('setup.name')}
              autoComplete="name"
              {...form.getInputProps('name')}
            />
            <TextInput
              key={form.key('email')}
              label={t('session.email')}
              type="email"
              autoComplete="username"
              {...form.getInputProps('email')}
            />
            <PasswordInput
              key={form.key('password')}
              label={t('session.password')}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
              description={t('setup.passwordAdvice', { count: advisedPasswordLength })}
              {...form.getInputProps('password')}
            />
            {needsCode && (
              <TextInput
                key={form.key('code')}
                label={t('setup.code')}
                description={t('setup.codeHint')}
                autoComplete="off"
                {...form.getInputProps('code')}
              />
            )}
            <Button type="submit" loading={sending} fullWidth>
              {t('setup.create')}
            </Button>
          </Stack>
        </form>
      </Paper>
      <LanguagePicker />
    </Stack>
  );
};
export default SetupPage;

const setupFailure = (t: (key: 'setup.wrongCode') => string, error: unknown): string =>
  error instanceof ApiError && error.code === 'ERR_NO_PERMISSION' ? t('setup.wrongCode') : errorText(error);
