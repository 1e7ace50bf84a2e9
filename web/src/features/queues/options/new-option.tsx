import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionFields } from './option-fields.tsx';
import classes from './options.module.css';
import type { OptionTexts } from './use-option-actions.ts';

type Props = {
  readonly onAdd: (texts: OptionTexts) => Promise<boolean>;
  readonly onClose: () => void;
};

const blank: OptionTexts = { title: '', message: '' };

/** A new option; once it is added the next one can be written. */
export const NewOption = ({ onAdd, onClose }: Props) => {
  const { t } = useTranslation();
  const [texts, setTexts] = useState(blank);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => title.current?.focus(), []);
  const add = async (): Promise<void> => {
    if (isBusy) return;
    if (texts.title.trim() === '') {
      setError(t('records.required'));
      title.current?.focus();
      return;
    }
    setBusy(true);
    const isAdded = await onAdd(texts);
    setBusy(false);
    if (isAdded) setTexts(blank);
    title.current?.focus();
  };
  return (
    <fieldset className={classes.card} aria-label={t('queueMenu.new')}>
      <OptionFields
        {...{ texts, error, titleRef: title }}
        onChange={changed => {
          setTexts({ ...texts, ...changed });
          setError(undefined);
        }}
        onEnter={() => void add()}
      />
      <Group justify="flex-end" gap="xs">
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('queueMenu.done')}
        </Button>
        <Button size="compact-sm" disabled={isBusy} onClick={() => void add()}>
          {t('records.add')}
        </Button>
      </Group>
    </fieldset>
  );
};
