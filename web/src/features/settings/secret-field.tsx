import { Button, Group, PasswordInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecretKey } from '#domain/company/settings.ts';
import classes from './settings.module.css';
import { useSaveSetting } from './use-save-setting.ts';

type Props = { readonly secretKey: SecretKey; readonly isSet: boolean };

/** The key of another service: it can be set, set again and removed, and is never shown. */
export const SecretField = ({ secretKey: key, isSet }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const { save, pending } = useSaveSetting(key);
  const isBusy = pending !== undefined;
  const send = async (value: string): Promise<void> => {
    if (await save(value)) setTyped('');
  };
  return (
    <div className={classes.option}>
      <label className={classes.label} htmlFor={id}>
        {t(`settings.labels.${key}`)}
      </label>
      <p className={classes.hint}>{isSet ? t('settings.secretSet') : t('settings.secretNotSet')}</p>
      <form
        className={classes.control}
        onSubmit={event => {
          event.preventDefault();
          if (typed.trim() !== '') void send(typed.trim());
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <PasswordInput
            id={id}
            className={classes.secret ?? ''}
            autoComplete="off"
            maxLength={2_000}
            placeholder={isSet ? '••••••••' : ''}
            value={typed}
            disabled={isBusy}
            onChange={event => setTyped(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
          />
          {isSet && typed === '' ? (
            <Button variant="default" disabled={isBusy} onClick={() => void send('')}>
              {t('settings.removeSecret')}
            </Button>
          ) : (
            <Button type="submit" variant="default" disabled={isBusy || typed.trim() === ''}>
              {t('records.save')}
            </Button>
          )}
        </Group>
      </form>
    </div>
  );
};
