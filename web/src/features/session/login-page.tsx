import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localDate } from '#contracts/local-date.ts';
import { login, type SessionNotice, useSession } from '../../api/session-store.ts';
import { ApiError } from '../../shared/api-error.ts';
import { LanguagePicker } from '../../shared/language-picker.tsx';
import { errorText } from '../../shared/show-error.ts';
import { useTabTitle } from '../../shared/tab-title.ts';

const LoginPage = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const notice = session.status === 'anonymous' ? session.notice : null;
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  useTabTitle(t('session.title'));
  const required = (value: string): string | null => (value.trim() === '' ? t('session.required') : null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validateInputOnBlur: true,
    validate: { email: required, password: required },
  });

  const submit = form.onSubmit(
    async ({ email, password }) => {
      setSending(true);
      setFailure(undefined);
      try {
        await login(email.trim(), password);
        await navigate('/tickets', { replace: true });
      } catch (error) {
        setFailure(loginFailure(t, error));
        setSending(false);
      }
    },
    errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );

  return (
    <Stack align="center" justify="center" mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={380} bg="var(--surface)">
        <form onSubmit={submit} noValidate>
          <Stack>
            <Stack gap={4} align="center">
              <img src="/favicon.svg" width={48} height={48} alt="" />
              <Title order={1} fz={22}>
                {t('common.product')}
              </Title>
              <Text c="dimmed" size="sm">
                {t('session.invitation')}
              </Text>
            </Stack>
            {notice && (
              <Alert color="yellow" icon={<IconAlertCircle />} role="alert" p="sm">
                {noticeText(t, notice)}
              </Alert>
            )}
            <TextInput
              key={form.key('email')}
              label={t('session.email')}
              type="email"
              autoComplete="username"
              autoFocus
              {...form.getInputProps('email')}
            />
            <PasswordInput
              key={form.key('password')}
              label={t('session.password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
              {...form.getInputProps('password')}
            />
            {/* It has its place before there is anything to say: the button stays where it is pressed. */}
            <Text size="sm" ta="center" c="var(--mantine-color-error)" mih={22} my={-6} role="alert">
              {failure}
            </Text>
            <Button type="submit" loading={sending} fullWidth>
              {t('session.enter')}
            </Button>
          </Stack>
        </form>
      </Paper>
      <LanguagePicker />
    </Stack>
  );
};

export default LoginPage;

/** Specification, core, section 8: a subscription that has expired is told with its last day. */
const loginFailure = (t: TFunction, error: unknown): string => {
  if (!(error instanceof ApiError) || error.code !== 'ERR_SUBSCRIPTION_EXPIRED') return errorText(error);
  const { lastDay } = error.details;
  return typeof lastDay === 'string' ? t('session.expired', { day: localDate(lastDay) }) : errorText(error);
};

const noticeText = (
  t: (key: `session.notice.${SessionNotice}`) => string,
  notice: SessionNotice | null,
): string => (notice ? t(`session.notice.${notice}`) : '');
