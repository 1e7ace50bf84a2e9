import { Button, FileInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPaperclip, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './documentation.module.css';
import type { Message } from './use-trial.ts';

type Props = {
  readonly kind: 'text' | 'media';
  readonly isBusy: boolean;
  /** Whether there is a token to send with; says so where there is none. */
  readonly hasToken: () => boolean;
  /** Answers why fields were refused, by name. */
  readonly onSend: (message: Message) => Promise<Readonly<Record<string, string>>>;
};

const serverNames: Readonly<Record<string, keyof Message>> = {
  ...{ number: 'number', body: 'body', medias: 'files' },
};

/** A text, or files with a caption: specification, secondary, section 2. */
export const TrialForm = ({ kind, isBusy, hasToken, onSend }: Props) => {
  const { t } = useTranslation();
  const isMedia = kind === 'media';
  const form = useForm<{ number: string; body: string; files: File[] }>({
    initialValues: { number: '', body: '', files: [] },
    validateInputOnBlur: true,
    validate: {
      number: number => {
        if (number === '') return t('messagesApiTrial.needed');
        return /^\d{8,15}$/.test(number) ? null : t('messagesApiTrial.wrongNumber');
      },
      body: body => (isMedia || body.trim() ? null : t('messagesApiTrial.needed')),
      files: files => (isMedia && files.length === 0 ? t('messagesApiTrial.needed') : null),
    },
  });
  const submit = form.onSubmit(
    values => {
      if (!hasToken()) return;
      void onSend(values).then(refused => {
        for (const [name, why] of Object.entries(refused)) {
          const field = serverNames[name];
          if (field) form.setFieldError(field, why);
        }
      });
    },
    errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('messagesApiTrial.number')}
          description={t('messagesApiTrial.numberHint')}
          placeholder="5511987654321"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          {...form.getInputProps('number')}
        />
        {isMedia && (
          <FileInput
            multiple
            label={t('messagesApiTrial.files')}
            placeholder={t('messagesApiTrial.chooseFiles')}
            classNames={{ placeholder: classes.choose ?? '' }}
            leftSection={<IconPaperclip size={16} stroke={1.6} aria-hidden />}
            {...form.getInputProps('files')}
          />
        )}
        <Textarea
          label={isMedia ? t('messagesApiTrial.caption') : t('messagesApiTrial.body')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={65_536}
          {...form.getInputProps('body')}
        />
        <Button
          type="submit"
          loading={isBusy}
          leftSection={<IconSend size={16} stroke={1.6} aria-hidden />}
          onMouseDown={event => event.preventDefault()}
        >
          {t('messagesApiTrial.send')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('messagesApiTrial.real')}
        </Text>
      </Stack>
    </form>
  );
};
