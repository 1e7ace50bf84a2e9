import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import header from './conversation-header.module.css';

/** That what is written in this chat vanishes from phones, and after how long; answers do, too. */
export const ChatTimer = ({ ticket }: { readonly ticket: TicketView }) => {
  const { t, i18n } = useTranslation();
  if (!ticket.vanishesIn) return null;
  const time = timerText(ticket.vanishesIn, i18n.language);
  const text = t('parts.vanishes', { time });
  return (
    <span
      className={header.timer}
      role="note"
      aria-label={text}
      title={t('parts.vanishesHint', { time })}
      data-testid="chat-timer"
    >
      <IconHourglass size={14} aria-hidden />
      <span aria-hidden>{time}</span>
    </span>
  );
};

const hour = 3_600;

/** As WhatsApp says it: 24 hours, 7 days, 90 days. */
const timerText = (seconds: number, language: string): string => {
  const [unit, value] = unitOf(seconds);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, Math.round(value)),
  );
};

const unitOf = (seconds: number): readonly ['minute' | 'hour' | 'day', number] => {
  if (seconds < hour) return ['minute', seconds / 60];
  return seconds <= 24 * hour ? ['hour', seconds / hour] : ['day', seconds / (24 * hour)];
};
