import { Alert, Button, Group, Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../shared/show-error.ts';
import type { OpenRefusal } from './other-ticket.ts';

/** Why what a dialog asked for was refused. It stands above the fields, which may be more than the screen shows. */
export const Failure = ({ text }: { text: string | undefined }) =>
  text && (
    <Alert key={text} ref={bringIntoView} color="red" role="alert" p="sm">
      {text}
    </Alert>
  );

const bringIntoView = (node: HTMLElement | null): void => node?.scrollIntoView({ block: 'nearest' });

type RefusedProps = { readonly refusal: OpenRefusal; readonly onGo: (uuid: string) => void };

/** Why a ticket was not opened, with the way to the one that is open already. */
export const Refused = ({ refusal, onGo }: RefusedProps) => {
  const { t } = useTranslation();
  const { text, other } = refusal;
  return (
    <Alert color="red" role="alert" p="sm">
      <Text size="sm">
        {text} {other?.userName && t('work.otherOf', { name: other.userName })}
      </Text>
      {other && (
        <Group justify="flex-end" mt={4}>
          <Button size="compact-sm" variant="default" onClick={() => onGo(other.uuid)}>
            {t('work.openOther')}
          </Button>
        </Group>
      )}
    </Alert>
  );
};

/** What a dialog cannot be filled in without did not come: why, and how to ask again. */
export const NotLoaded = ({ queries }: { queries: readonly Asked[] }) => {
  const { t } = useTranslation();
  const failed = queries.filter(({ error }) => error !== null);
  const [first] = failed;
  if (!first) return null;
  return (
    <Alert color="red" role="alert" p="sm">
      <Group justify="space-between" gap="xs">
        {first.text ?? errorText(first.error)}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            for (const query of failed) void query.refetch();
          }}
        >
          {t('common.retry')}
        </Button>
      </Group>
    </Alert>
  );
};

type Asked = {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
  /** What is said instead of the error. */
  readonly text?: string;
};

type Foot = {
  /** What the button of the action says. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
};

/** The buttons at the foot of a dialog's form. */
export const DialogFoot = ({ action, isBusy, isDangerous = false, onClose }: Foot) => {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" mt="md">
      <Button
        variant="default"
        onClick={onClose}
        onMouseDown={keepFocus}
        disabled={isBusy}
        data-autofocus={isDangerous || undefined}
      >
        {t('common.cancel')}
      </Button>
      <Button
        type="submit"
        onMouseDown={keepFocus}
        disabled={isBusy}
        {...(isDangerous ? { color: 'red' } : {})}
      >
        {isBusy ? t('tickets.confirming') : action}
      </Button>
    </Group>
  );
};

/** A field that is left may get a complaint below it, which would move the button away under the pointer. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();
