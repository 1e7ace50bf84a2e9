import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TagView } from '#contracts/tags.ts';
import { tag as record } from '#domain/records/tag.ts';
import { tagSource } from '../../api/tags.ts';
import { ColorChoice } from '../../kit/color-choice.tsx';
import { firstColor } from '../../kit/colors.ts';
import { RecordForm } from '../../kit/records/record-form.tsx';

type Props = { readonly tag: TagView | undefined; readonly onClose: () => void };

/** Makes or changes a tag. Texts: specification, secondary, section 5. */
export const TagForm = ({ tag, onClose }: Props) => {
  const { t } = useTranslation();
  return (
    <RecordForm
      {...{ source: tagSource, id: tag?.id, onClose }}
      title={tag ? t('tags.editOf', { name: tag.name }) : t('tags.add')}
      input={record.input}
      initial={{ name: tag?.name ?? '', color: tag?.color ?? firstColor }}
      texts={{ name: { tooShort: t('tags.tooShort') } }}
      fieldOf={{ ERR_TAG_ALREADY_EXISTS: 'name' }}
      doneText={t('tags.saved')}
    >
      {form => (
        <>
          <TextInput label={t('tags.name')} maxLength={50} data-autofocus {...form.getInputProps('name')} />
          <ColorChoice
            label={t('tags.color')}
            value={form.values.color}
            onChange={color => form.setFieldValue('color', color)}
          />
        </>
      )}
    </RecordForm>
  );
};
