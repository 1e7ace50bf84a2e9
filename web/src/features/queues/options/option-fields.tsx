import { Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './options.module.css';
import type { OptionTexts } from './use-option-actions.ts';

type Props = {
  readonly texts: OptionTexts;
  readonly onChange: (texts: Partial<OptionTexts>) => void;
  readonly error: string | undefined;
  readonly titleRef?: React.Ref<HTMLInputElement>;
  readonly onLeave?: () => void;
  readonly onEnter: () => void;
};

export const longestTitle = 50;
export const longestMessage = 50_000;

/** What is written of an option: its line in the menu, and what is answered to who chooses it. */
export const OptionFields = ({ texts, onChange, error, titleRef, onLeave, onEnter }: Props) => {
  const { t } = useTranslation();
  // The queue's own form stands around them.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className={classes.fields}>
      <TextInput
        ref={titleRef}
        label={t('queueMenu.title')}
        maxLength={longestTitle}
        value={texts.title}
        error={error}
        onChange={event => onChange({ title: event.currentTarget.value })}
        onBlur={onLeave}
        onKeyDown={onKeyDown}
      />
      <Textarea
        label={t('queueMenu.message')}
        placeholder={t('queueMenu.messageHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longestMessage}
        value={texts.message}
        onChange={event => onChange({ message: event.currentTarget.value })}
        onBlur={onLeave}
      />
    </div>
  );
};
