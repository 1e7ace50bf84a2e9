import { CloseButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LinkedFile as File } from '../../../live/outbox/outbox.ts';
import { fileSize } from '../media/file-size.ts';
import own from './composer.module.css';

type Props = { readonly file: File; readonly onRemove: () => void };

/** Above the input: the file that goes with the words. */
export const LinkedFile = ({ file: { name, size }, onRemove }: Props) => {
  const { t, i18n } = useTranslation();
  const remove = t('composer.removeFile', { name });
  return (
    <div className={own.linked} data-testid="linked-file">
      <IconPaperclip size={16} aria-hidden />
      <span className={own.linkedName} title={name}>
        {name}
      </span>
      <span className={own.linkedSize}>{fileSize(size, i18n.language)}</span>
      <CloseButton size="sm" aria-label={remove} data-hint={remove} onClick={onRemove} />
    </div>
  );
};
