import i18next from 'i18next';
import { ApiError } from './api-error.ts';
import { wakeRest } from './first-use.ts';
import type { Offer } from './toasts.tsx';

const codeToastMs = 2_000;
const toastMs = 3_000;
/** Time to read it, and to reach for its button. */
const offerMs = 6_000;

/** The notices are not needed to show the first page. */
export const loadToasts = () => import('./toasts.tsx');

/** What a failure is called on the screen: the text of its code. */
export const errorText = (error: unknown): string => {
  const code = error instanceof ApiError ? error.code : 'ERR_INTERNAL';
  return i18next.t(`errors.${code}`, i18next.t('errors.ERR_INTERNAL'));
};

/** Shows a failure for two seconds, in the words of its code. */
export const showError = (error: unknown): void => show(errorText(error), 'red', codeToastMs);

export const showDone = (message: string): void => show(message, 'green', toastMs);

export const showRefused = (message: string): void => show(message, 'red', toastMs);

/** What has happened, for six seconds, with a button to do something about it. */
export const showOffer = (text: string, label: string, run: () => void): void =>
  show(text, 'green', offerMs, { label, run });

const show = (text: string, color: string, autoClose: number, offer?: Offer): void => {
  const closeLabel = i18next.t('common.close');
  wakeRest();
  void loadToasts().then(({ showToast }) => showToast({ text, color, autoClose, closeLabel, offer }));
};
