import { Button, CloseButton, FileButton, Group, Input, Progress } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './record-page.module.css';
import type { FileChoice } from './use-file-choice.ts';

type Props = { readonly label: string; readonly choice: FileChoice };

/** The file of a record: chosen, changed for another, taken away. It goes when the form is saved. */
export const FileField = ({ label, choice }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const [error, setError] = useState<string>();
  const { name, share } = choice;
  const onChange = (file: File | null): void => {
    if (!file) return;
    const isEmpty = file.size === 0;
    setError(isEmpty ? t('records.emptyFile', { name: file.name }) : undefined);
    if (!isEmpty) choice.give(file);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has the look of one
    <div role="group" aria-labelledby={id}>
      <Input.Label component="div" id={id} mb={4}>
        {label}
      </Input.Label>
      <Group gap="xs" wrap="nowrap">
        {name !== null && (
          <span className={classes.file} title={name}>
            <IconPaperclip size={16} aria-hidden />
            <span className={classes.fileName}>{name}</span>
            <CloseButton
              size="sm"
              aria-label={t('records.takeFile', { name })}
              data-hint={t('records.takeFile', { name })}
              onClick={choice.take}
            />
          </span>
        )}
        <FileButton onChange={onChange} inputProps={{ 'aria-label': label }}>
          {props => (
            <Button {...props} variant="default" size="xs" style={{ flex: 'none' }}>
              {name === null ? t('records.chooseFile') : t('records.changeFile')}
            </Button>
          )}
        </FileButton>
      </Group>
      {share !== undefined && (
        <Progress mt={8} size="sm" value={Math.max(4, share * 100)} aria-label={t('files.sending')} />
      )}
      {error && (
        <Input.Error mt={4} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
};
