import type { TFunction } from 'i18next';
import type { z } from 'zod';

/** What is said of a field that a form was not filled in with as its record wants it. */
export type FieldTexts = Partial<Readonly<Record<'required' | 'tooShort' | 'tooLong' | 'invalid', string>>>;

type Issue = Pick<z.core.$ZodIssue, 'code' | 'message'>;

/** The text of what is wrong with a value: the form's own, or else what all forms say. */
export const issueText = (t: TFunction, issue: Issue, value: unknown, texts: FieldTexts = {}): string => {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return texts.required ?? t('records.required');
  if (issue.code === 'too_small' || issue.message === 'Too short')
    return texts.tooShort ?? t('records.tooShort');
  if (issue.code === 'too_big' || issue.message === 'Too long') return texts.tooLong ?? t('records.tooLong');
  return texts.invalid ?? t('records.invalid');
};
