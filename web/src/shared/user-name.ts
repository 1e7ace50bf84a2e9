import type { TFunction } from 'i18next';
import type { UserRef } from '#contracts/views.ts';

/** How somebody of the company is named, also once the account is gone. */
export const userName = (t: TFunction, { name, removed }: Omit<UserRef, 'id'>): string =>
  removed ? t('users.deactivated', { name }) : name;
