import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CompanyTextKey, companyText, longestCompanyText, ourText } from '#domain/company/texts.ts';
import { saveCompanyText } from '../../api/settings.ts';
import { showDone, showError } from '../../shared/show-error.ts';
import classes from './settings.module.css';

type Props = { readonly textKey: CompanyTextKey; readonly language: string; readonly value: string };

/** A text in the company's own words; what stands in the empty field is what counts then. */
export const CompanyTextField = ({ textKey: key, language, value }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const shown = typed ?? value;
  const isTooLong = companyText(shown) === undefined;
  const isChanged = shown.trim() !== value;
  const name = t(`settings.texts.labels.${key}`);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveCompanyText(client, key, shown);
      setTyped(undefined);
      showDone(t('settings.saved'));
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return (
    <form
      className={classes.text}
      onSubmit={event => {
        event.preventDefault();
        if (isChanged && !isTooLong && !isBusy) void save();
      }}
    >
      <label className={classes.label} htmlFor={id}>
        {name}
      </label>
      <Textarea
        id={id}
        autosize
        minRows={2}
        maxRows={8}
        placeholder={ourText(key, language)}
        value={shown}
        disabled={isBusy}
        error={isTooLong ? t('settings.texts.tooLong', { most: longestCompanyText }) : undefined}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {isChanged && (
        <Button
          type="submit"
          variant="default"
          aria-label={t('settings.texts.save', { name })}
          disabled={isBusy || isTooLong}
        >
          {t('records.save')}
        </Button>
      )}
    </form>
  );
};
