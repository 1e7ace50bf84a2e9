import i18next from 'i18next';
import { ApiError } from '../../shared/api-error.ts';
import { errorText } from '../../shared/show-error.ts';

/** Why a contact was not saved; without a reason that people can do something about, only that it was not. */
export const saveFailure = (error: unknown): string =>
  error instanceof ApiError && error.code !== 'ERR_INTERNAL'
    ? errorText(error)
    : i18next.t('contact.notSaved');
