import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OutsideMessage } from '#contracts/outside-messages.ts';
import { MessageTick } from '../../../kit/message-tick.tsx';
import { useFailureText } from '../../../shared/failure-text.ts';
import { exactTime } from '../../../shared/formats.ts';
import { errorText } from '../../../shared/show-error.ts';
import classes from './documentation.module.css';
import { over, useProgress } from './use-progress.ts';

/** How far a message has come, asked for until it is read or has failed. */
export const MessageProgress = ({ id, token }: { readonly id: string; readonly token: string }) => {
  const { t } = useTranslation();
  const { message, refused, error, isAsking, ask } = useProgress(id, token);
  const why = (): string => {
    if (error) return errorText(error);
    return refused === 403 ? t('messagesApiTrial.notReadable') : t('messagesApiTrial.stopped');
  };
  return (
    <section aria-label={t('messagesApiTrial.progress')}>
      <Steps message={message} />
      {isAsking ? (
        <Text size="xs" c="dimmed" mt={8}>
          {t('messagesApiTrial.waiting')}
        </Text>
      ) : (
        !over.has(message?.state) && (
          <Group justify="space-between" gap="xs" mt={8}>
            <Text size="xs" c="dimmed" flex={1}>
              {why()}
            </Text>
            <Button size="compact-xs" variant="default" onClick={ask}>
              {t('messagesApiTrial.ask')}
            </Button>
          </Group>
        )
      )}
    </section>
  );
};

const steps = ['queued', 'sent', 'delivered', 'read'] as const;

const Steps = ({ message }: { readonly message: OutsideMessage | undefined }) => {
  const failureText = useFailureText();
  if (!message) return null;
  const { state, error } = message;
  const reached = steps.filter(step => message[`${step}At`]);
  const ahead = steps.filter(step => !message[`${step}At`]);
  return (
    <ol className={classes.steps} aria-live="polite">
      {reached.map(step => (
        <Step key={step} state={step} at={message[`${step}At`]} />
      ))}
      {state === 'unconfirmed' && <Step state="unknown" at={message.unconfirmedAt} />}
      {state === 'failed' ? (
        <Step
          state="failed"
          at={message.failedAt}
          why={error ? failureText(reasonOf(error)) || error.code : undefined}
        />
      ) : (
        ahead.map(step => <Step key={step} state={step} at={null} />)
      )}
    </ol>
  );
};

const reasonOf = ({ code, whatsappCode }: NonNullable<OutsideMessage['error']>): string =>
  whatsappCode === null ? code : `WhatsApp ${whatsappCode}`;

type StepProps = {
  readonly state: (typeof steps)[number] | 'unknown' | 'failed';
  readonly at: string | null;
  readonly why?: string | undefined;
};

const Step = ({ state, at, why }: StepProps) => {
  const { t, i18n } = useTranslation();
  const isAhead = at === null;
  return (
    <li className={classes.step} data-open={isAhead || undefined}>
      {isAhead ? <span className={classes.dot} aria-hidden /> : <MessageTick state={state} />}
      <span>
        {t(`ticket.state.${state}`)}
        {why && `: ${why}`}
      </span>
      {at && <time dateTime={at}>{exactTime(at, i18n.language)}</time>}
    </li>
  );
};
