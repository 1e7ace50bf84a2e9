import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuickMessageView } from '#contracts/quick-messages.ts';
import { may } from '#domain/access/may.ts';
import { quickMessage } from '#domain/records/quick-message.ts';
import { quickMessageSource } from '../../api/quick-messages.ts';
import { useUser } from '../../api/session-store.ts';
import { FileField } from '../../kit/records/file-field.tsx';
import { RecordForm } from '../../kit/records/record-form.tsx';
import { useFileChoice } from '../../kit/records/use-file-choice.ts';

type Props = { readonly quick: QuickMessageView | undefined; readonly onClose: () => void };

/** Makes or changes a quick message. Rules: specification, secondary, section 5. */
export const QuickMessageForm = ({ quick, onClose }: Props) => {
  const { t } = useTranslation();
  const file = useFileChoice(quickMessageSource, quick?.mediaName ?? null);
  const mayShare = may(useUser(), 'quickMessage.share');
  return (
    <RecordForm
      {...{ source: quickMessageSource, id: quick?.id, onClose }}
      title={quick ? t('quickMessages.editOf', { name: quick.shortcode }) : t('quickMessages.add')}
      input={quickMessage.input}
      initial={{
        ...{ shortcode: quick?.shortcode ?? '', message: quick?.message ?? '' },
        shared: quick?.shared ?? false,
      }}
      fieldOf={{ ERR_SHORTCODE_ALREADY_EXISTS: 'shortcode' }}
      andThen={file.save}
      doneText={quick ? t('quickMessages.changed') : t('quickMessages.added')}
    >
      {form => (
        <>
          <TextInput
            label={t('quickMessages.shortcode')}
            description={t('quickMessages.shortcodeHint')}
            maxLength={50}
            data-autofocus
            {...form.getInputProps('shortcode')}
          />
          <Textarea
            label={t('quickMessages.message')}
            autosize
            minRows={4}
            maxRows={12}
            {...form.getInputProps('message')}
          />
          <FileField label={t('quickMessages.file')} choice={file} />
          {mayShare && (
            <Switch
              label={t('quickMessages.shared')}
              description={t('quickMessages.sharedHint')}
              {...form.getInputProps('shared', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </RecordForm>
  );
};
