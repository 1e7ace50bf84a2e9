import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { ApiError } from '../api/api-error.ts';

export const codeToastMs = 2_000;
export const toastMs = 3_000;

/** What a failure is called on the screen: the text of its code. */
export const errorText = (error: unknown): string => {
  const code = error instanceof ApiError ? error.code : 'ERR_INTERNAL';
  return i18next.t(`errors.${code}`, i18next.t('errors.ERR_INTERNAL'));
};

/** Shows a failure for two seconds, in the words of its code. */
export const showError = (error: unknown): void => {
  const message = errorText(error);
  notifications.show({
    id: message,
    message,
    color: 'red',
    autoClose: codeToastMs,
    withBorder: true,
    ...closing(),
  });
};

const closing = () => ({ closeButtonProps: { 'aria-label': i18next.t('common.close') } });

export const showDone = (message: string): void => {
  notifications.show({
    id: message,
    message,
    color: 'green',
    autoClose: toastMs,
    withBorder: true,
    ...closing(),
  });
};

export const showRefused = (message: string): void => {
  notifications.show({
    id: message,
    message,
    color: 'red',
    autoClose: toastMs,
    withBorder: true,
    ...closing(),
  });
};
