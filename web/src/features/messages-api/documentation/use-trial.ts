import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendOutsideAnswer } from '#contracts/outside-messages.ts';
import { problem } from '#contracts/problems.ts';
import { type OutsideAnswer, sendAsProgram } from '../../../api/outside.ts';
import { ApiError } from '../../../shared/api-error.ts';
import { newCommandId } from '../../../shared/command-id.ts';
import { errorText, showDone } from '../../../shared/show-error.ts';

export type Message = {
  readonly number: string;
  readonly body: string;
  readonly files: readonly File[];
};

/** What came of the last try. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: OutsideAnswer; readonly messageId: string | undefined }
  | { readonly kind: 'lost'; readonly why: string };

/**
 * Sends as a program would. What is sent again unchanged, since no answer came or one of a fault, has the same
 * idempotency key: it does not go out twice. Answers which fields were refused, by name.
 */
export const useTrial = (token: string) => {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const attempt = useRef<{ message: Message; key: string } | undefined>(undefined);

  const send = async (message: Message): Promise<Readonly<Record<string, string>>> => {
    if (isUnderWay.current) return {};
    isUnderWay.current = true;
    setBusy(true);
    setOutcome(undefined);
    const { current: former } = attempt;
    const idempotencyKey = former && isSame(former.message, message) ? former.key : newCommandId();
    attempt.current = { message, key: idempotencyKey };
    try {
      const answer = await sendAsProgram(token, { content: contentOf(message), idempotencyKey });
      // After a fault of the server it may have gone out all the same.
      if (answer.status < 500) attempt.current = undefined;
      const accepted = sendOutsideAnswer.safeParse(answer.body);
      setOutcome({ kind: 'answered', answer, messageId: accepted.data?.id });
      if (accepted.success) showDone(t('messagesApiTrial.sent'));
      return accepted.success ? {} : refusedFields(answer.body);
    } catch (error) {
      setOutcome({ kind: 'lost', why: errorText(error) });
      return {};
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { outcome, isBusy, send };
};

const isSame = (one: Message, other: Message): boolean =>
  one.number === other.number &&
  one.body === other.body &&
  one.files.length === other.files.length &&
  one.files.every((file, at) => file === other.files[at]);

const contentOf = ({ number, body, files }: Message) => {
  if (files.length === 0) return { number, body };
  const form = new FormData();
  form.append('number', number);
  if (body) form.append('body', body);
  for (const file of files) form.append('medias', file);
  return form;
};

/** What is wrong with a field, in the words of the screens where they have some for it. */
const refusedFields = (body: unknown): Readonly<Record<string, string>> => {
  const { data } = problem.safeParse(body);
  if (!data?.errors) return {};
  const { status, code, errors } = data;
  const words = code === 'ERR_VALIDATION' ? undefined : errorText(new ApiError({ status, code }));
  return Object.fromEntries(errors.map(({ field, message }) => [field, words ?? message]));
};
