import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type RecordRow, type RecordSource, saveRecord } from '../../api/record-rows.ts';
import { ApiError } from '../../shared/api-error.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { errorText, showDone } from '../../shared/show-error.ts';
import { type FieldTexts, issueText } from './issue-text.ts';

export type FormValues = Readonly<Record<string, unknown>>;

export type RecordFormOptions<Values extends FormValues> = {
  readonly source: Pick<RecordSource<RecordRow>, 'concept' | 'path'>;
  /** What the server takes: the form is looked at by the same rule. */
  readonly input: z.ZodType<unknown, Values>;
  /** The one that is changed; undefined makes a new one. */
  readonly id: string | undefined;
  readonly initial: Values;
  /** What the specification says of a field, where it says more than all forms do. */
  readonly texts?: Readonly<Record<string, FieldTexts>>;
  /** At which field a refusal of the server is shown; all others stand above the form. */
  readonly fieldOf?: Readonly<Record<string, keyof Values & string>>;
  readonly doneText: string;
  /** What is to be done once it is saved, before the dialog goes. Throws ApiError. */
  readonly andThen?: (id: string, values: Values) => Promise<void>;
  readonly onClose: () => void;
};

/**
 * The form of a record. It is looked at when a field is left and when it is submitted; the first field that is wrong
 * gets the focus. What is submitted again unchanged is the same command: nothing is made twice.
 */
export const useRecordForm = <Values extends FormValues>(options: RecordFormOptions<Values>) => {
  const { source, input, id, initial, texts = {}, fieldOf = {}, doneText, andThen, onClose } = options;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const attempt = useRef({ body: '', commandId: '' });
  /** Once it is made, what follows may fail and be tried again: that changes it. */
  const made = useRef(id);

  const form = useForm<Values>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: values => {
      const errors: Record<string, string> = {};
      for (const issue of input.safeParse(values).error?.issues ?? []) {
        const name = String(issue.path[0]);
        errors[name] ??= issueText(t, issue, values[name], texts[name]);
      }
      return errors;
    },
  });
  const commandFor = (values: Values): string => {
    const body = JSON.stringify(values);
    if (attempt.current.body !== body) attempt.current = { body, commandId: newCommandId() };
    return attempt.current.commandId;
  };

  const save = async (values: Values): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const commandId = commandFor(values);
      const body = input.parse(values);
      made.current = await saveRecord(client, source, { id: made.current, body, commandId });
      await andThen?.(made.current, values);
      showDone(doneText);
      onClose();
    } catch (error) {
      const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
      if (field) {
        form.setFieldError(field, errorText(error));
        form.getInputNode(field)?.focus();
      } else setFailure(errorText(error));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  const submit = form.onSubmit(
    values => void save(values),
    errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return { form, submit, isBusy, failure };
};
