import { Alert, Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../code-block.tsx';
import classes from './documentation.module.css';
import { MessageProgress } from './message-progress.tsx';
import type { Outcome } from './use-trial.ts';

type Props = { readonly outcome: Outcome; readonly token: string };

/** What a try was answered, as it is, and what becomes of the message. */
export const TrialOutcome = ({ outcome, token }: Props) => {
  const { t } = useTranslation();
  if (outcome.kind === 'lost')
    return (
      <Alert color="red" role="alert" p="sm" title={t('messagesApiTrial.noAnswer')}>
        {outcome.why} {t('messagesApiTrial.again')}
      </Alert>
    );
  const { answer, messageId } = outcome;
  const isGood = answer.status < 300;
  return (
    <div className={classes.answer}>
      <div className={classes.answerHead} role="status">
        {t('messagesApiTrial.answer')}
        <Badge variant="light" radius="sm" color={isGood ? 'green' : 'red'} className="figures">
          {answer.status}
        </Badge>
      </div>
      {messageId && <MessageProgress key={messageId} id={messageId} token={token} />}
      <CodeBlock
        isBroken
        what="POST /api/messages/send"
        code={typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, null, 2)}
      />
    </div>
  );
};
