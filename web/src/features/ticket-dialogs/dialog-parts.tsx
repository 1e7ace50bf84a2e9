import { Alert, Button, Group } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

/** Why what a dialog asked for was refused. */
export const Failure = ({ text }: { text: string | undefined }) =>
  text && (
    <Alert color="red" role="alert" p="sm">
      {text}
    </Alert>
  );

type Foot = {
  /** What the button of the deed says. */
  readonly deed: string;
  readonly isBusy: boolean;
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
};

/** The buttons at the foot of a dialog's form. */
export const DialogFoot = ({ deed, isBusy, isDangerous = false, onClose }: Foot) => {
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
        {isBusy ? t('tickets.confirming') : deed}
      </Button>
    </Group>
  );
};

/** A field that is left may get a complaint below it, which would move the button away under the pointer. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();
