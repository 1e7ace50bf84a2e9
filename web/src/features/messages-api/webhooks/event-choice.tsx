import { Button, Checkbox, type InputWrapperProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type WebhookType, webhookTypes } from '#domain/webhook/event-types.ts';
import classes from './webhooks.module.css';

const groups = ['message', 'ticket', 'contact', 'other'] as const;
type GroupName = (typeof groups)[number];
const groupOf = (type: WebhookType): GroupName =>
  groups.find(group => type.startsWith(`${group}.`)) ?? 'other';

type Props = {
  readonly value: readonly WebhookType[];
  readonly onChange: (value: WebhookType[]) => void;
  readonly error?: ReactNode;
  /** By which the form finds it. */
  readonly 'data-path'?: string;
};

/** The list is long: what is wrong with it stands where it begins. */
const parts: InputWrapperProps['inputWrapperOrder'] = ['label', 'error', 'input'];

/** What an endpoint is told of: each kind by itself, or all of them. */
export const EventChoice = ({ value, onChange, error, 'data-path': path }: Props) => {
  const { t } = useTranslation();
  const isAll = value.length === webhookTypes.length;
  const take = (chosen: string[]): void => onChange(webhookTypes.filter(type => chosen.includes(type)));
  return (
    <Checkbox.Group
      label={t('webhooks.events')}
      className={classes.events ?? ''}
      inputWrapperOrder={parts}
      errorProps={{ mt: 2, mb: 8 }}
      value={[...value]}
      onChange={take}
      {...{ error, 'data-path': path }}
    >
      <Button
        className={classes.all ?? ''}
        variant="subtle"
        size="compact-sm"
        onClick={() => onChange(isAll ? [] : [...webhookTypes])}
      >
        {isAll ? t('webhooks.noneChosen') : t('webhooks.chooseAll')}
      </Button>
      <div className={classes.groups}>
        {groups.map(group => (
          <fieldset key={group} className={classes.group}>
            <legend>{t(`webhooks.groups.${group}`)}</legend>
            {webhookTypes
              .filter(type => groupOf(type) === group)
              .map(type => (
                <Checkbox
                  key={type}
                  size="sm"
                  value={type}
                  label={t(`webhooks.types.${type}`)}
                  title={type}
                />
              ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
};
