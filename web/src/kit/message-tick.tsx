import {
  type Icon,
  IconAlertCircle,
  IconCheck,
  IconChecks,
  IconClock,
  IconClockQuestion,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MessageState } from '#contracts/views.ts';
import classes from './message-tick.module.css';

type Shown = Exclude<MessageState, 'received'>;

const pictures: Readonly<Record<Shown, Icon>> = {
  queued: IconClock,
  unknown: IconClockQuestion,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  played: IconChecks,
  failed: IconAlertCircle,
};
const colours: Partial<Record<Shown, string | undefined>> = {
  read: classes.read,
  played: classes.read,
  failed: classes.failed,
};

/** How far a message has come: queued, perhaps sent, sent, delivered, read, or failed. */
export const MessageTick = ({ state }: { state: MessageState }) => {
  const { t } = useTranslation();
  if (state === 'received') return null;
  const Picture = pictures[state];
  return (
    <Picture
      size={16}
      stroke={2}
      className={colours[state] ?? ''}
      role="img"
      aria-label={t(`ticket.state.${state}`)}
    />
  );
};
