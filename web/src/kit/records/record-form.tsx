import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { DialogFoot, Failure } from '../dialog-parts.tsx';
import { type FormValues, type RecordFormOptions, useRecordForm } from './use-record-form.ts';

type Props<Values extends FormValues> = RecordFormOptions<Values> & {
  readonly title: string;
  readonly size?: string;
  /** The fields; the first has `data-autofocus`. */
  readonly children: (form: UseFormReturnType<Values>) => ReactNode;
};

/** The dialog that makes or changes one of a record. */
export const RecordForm = <Values extends FormValues>(props: Props<Values>) => {
  const { title, size = 'md', onClose, children, ...options } = props;
  const { t } = useTranslation();
  const { form, submit, isBusy, failure } = useRecordForm({ ...options, onClose });
  const close = (): void => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog onClose={close} title={title} size={size}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Failure text={failure} />
          {children(form)}
        </Stack>
        <DialogFoot action={t('records.save')} isBusy={isBusy} onClose={close} />
      </form>
    </Dialog>
  );
};
