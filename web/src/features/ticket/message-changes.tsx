import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MessageChangeView, MessageView } from '#contracts/views.ts';
import { deleteMessage, editMessage, reactTo } from '../../api/message-changes.ts';
import { useFailureText } from '../../shared/failure-text.ts';
import { showError } from '../../shared/show-error.ts';
import classes from './message-menu.module.css';
import { useMessageMenu } from './message-menu-context.ts';

/** What somebody wants to become of a message: on its way, or refused and why. */
export const MessageChanges = ({ message }: { readonly message: MessageView }) =>
  message.changes.map(change =>
    change.reason === null ? (
      <OnItsWay key={change.id} change={change} />
    ) : (
      <Refused key={change.id} message={message} change={change} reason={change.reason} />
    ),
  );

const OnItsWay = ({ change }: { readonly change: MessageChangeView }) => {
  const { t } = useTranslation();
  if (change.kind === 'reaction') return null;
  return (
    <div className={classes.change} role="status">
      <IconClock size={14} aria-hidden />
      {t(`message.onItsWay.${change.kind}`)}
    </div>
  );
};

type RefusedProps = {
  readonly message: MessageView;
  readonly change: MessageChangeView;
  readonly reason: string;
};

const Refused = ({ message, change, reason }: RefusedProps) => {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const mayTry = useMessageMenu() !== undefined;
  const again = (): Promise<unknown> => {
    if (change.kind === 'edit') return editMessage(message.id, change.body);
    return change.kind === 'deletion' ? deleteMessage(message.id) : reactTo(message.id, change.emoji);
  };
  return (
    <div className={`${classes.change} ${classes.refused}`} role="alert">
      {t(`message.refused.${change.kind}`)} {failureText(reason)}
      {mayTry && (
        <Button size="compact-xs" variant="light" color="red" onClick={() => void again().catch(showError)}>
          {t('ticket.sendAgain')}
        </Button>
      )}
    </div>
  );
};
