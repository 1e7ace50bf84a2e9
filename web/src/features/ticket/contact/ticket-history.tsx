import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TicketHistoryEntry } from '#contracts/ticket-notes.ts';
import type { TicketView } from '#contracts/views.ts';
import { ticketHistoryQuery } from '../../../api/ticket-history.ts';
import sections from '../../../kit/contact/sections.module.css';
import { historySentence } from '../../../kit/history-sentence.ts';
import { clockTime, dateAndTime, daysBetween } from '../../../shared/formats.ts';
import { errorText } from '../../../shared/show-error.ts';
import classes from './contact.module.css';

/** What was done to this ticket, sentence by sentence, the newest first. */
export const TicketHistory = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation();
  const { data, error } = useQuery(ticketHistoryQuery(ticket));
  return (
    <section className={sections.section} aria-label={t('work.history')}>
      <h3 className={sections.sectionTitle}>{t('work.history')}</h3>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {errorText(error)}
        </Text>
      )}
      {data?.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('work.noHistory')}
        </Text>
      )}
      <ol className={classes.actions}>
        {data?.toReversed().map(entry => (
          <Action key={entry.position} entry={entry} />
        ))}
      </ol>
    </section>
  );
};

/** Of a note the words stand with the notes. */
const showsNotes: ReadonlySet<string> = new Set(['transferred', 'ratingExplained']);

const Action = ({ entry }: { entry: TicketHistoryEntry }) => {
  const { t, i18n } = useTranslation();
  const isToday = daysBetween(new Date(entry.at), new Date()) === 0;
  const time = isToday ? clockTime(entry.at, i18n.language) : dateAndTime(entry.at, i18n.language);
  return (
    <li className={classes.action}>
      {historySentence(t, entry)} · <time dateTime={entry.at}>{time}</time>
      {showsNotes.has(entry.action) && entry.notes && (
        <div className={classes.actionNotes}>{entry.notes}</div>
      )}
    </li>
  );
};
