import { Anchor, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { AuditDetail, AuditEntryView } from '#contracts/audit.ts';
import { auditEntryQuery } from '../../api/audit.ts';
import { historyOf } from '../../kit/history.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { dateAndSeconds } from '../../shared/formats.ts';
import { Trouble } from '../../shared/trouble.tsx';
import classes from './audit.module.css';
import { actorOf, fieldText, objectOf, sentenceOf, type Words } from './entry-text.ts';

type Props = { readonly id: string; readonly onClose: () => void };

/** One entry with all there is to it: what changed, what caused it, what it caused, and the event as it was stored. */
export const EntryDialog = ({ id, onClose }: Props) => {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(auditEntryQuery(id));
  const names = new Map(data?.names.map(name => [name.id, name]) ?? []);
  const words = { t, language: i18n.language, names };
  return (
    <Dialog onClose={onClose} size="lg" title={data ? sentenceOf(words, data.entry) : t('audit.details')}>
      {error && !data && <Trouble error={error} onRetry={() => void refetch()} />}
      {data && <Detail detail={data} words={words} />}
    </Dialog>
  );
};

const Detail = ({ detail, words }: { readonly detail: AuditDetail; readonly words: Words }) => {
  const { t, language } = words;
  const { entry, event, cause, caused, moreCaused } = detail;
  return (
    <Stack gap="md">
      <Text size="sm">
        <time dateTime={entry.at}>{dateAndSeconds(entry.at, language)}</time> · {actorOf(words, entry)}
        {entry.objectId !== entry.actor.id && ` · ${objectOf(words, entry)}`}
      </Text>
      <Ways entry={entry} words={words} />
      {event?.erased && <Text size="sm">{t('audit.contentErased')}</Text>}
      {event ? <Changes detail={detail} words={words} /> : <Text size="sm">{t('audit.eventGone')}</Text>}
      {cause && <Around title={t('audit.cause')} entries={[cause]} words={words} />}
      {caused.length > 0 && <Around title={t('audit.caused')} entries={caused} words={words} />}
      {moreCaused && (
        <Anchor component={Link} size="sm" to={`/audit?cause=${entry.id}`}>
          {t('audit.moreCaused')}
        </Anchor>
      )}
      {event && <Raw event={event} words={words} />}
    </Stack>
  );
};

type RawProps = { readonly event: NonNullable<AuditDetail['event']>; readonly words: Words };

const Raw = ({ event, words: { t } }: RawProps) => (
  <section>
    <Title order={3} fz={14} mb={4}>
      {t('audit.raw')}
    </Title>
    <Text size="xs" c="dimmed" className={classes.mono ?? ''}>
      {event.stream} @ {event.revision} · {t('audit.command')} {String(event.metadata.commandId)}
    </Text>
    {/* Keys scroll it. */}
    <Code block tabIndex={0} className={classes.raw ?? ''} aria-label={t('audit.raw')}>
      {JSON.stringify({ type: event.type, data: event.data, metadata: event.metadata }, null, 2)}
    </Code>
  </section>
);

/** Where to from here. */
const Ways = ({ entry, words: { t } }: { readonly entry: AuditEntryView; readonly words: Words }) => {
  const { ticketId, contactId, objectId, actor } = entry;
  const ways = [
    ...(ticketId ? [{ to: `/tickets/${ticketId}`, text: t('audit.toTicket') }] : []),
    ...(ticketId ? [{ to: historyOf('ticket', ticketId), text: t('audit.ofTicket') }] : []),
    ...(contactId ? [{ to: historyOf('contact', contactId), text: t('audit.ofContact') }] : []),
    ...(objectId && objectId !== ticketId && objectId !== contactId
      ? [{ to: historyOf('object', objectId), text: t('audit.ofObject') }]
      : []),
    ...(actor.kind === 'user' && actor.id
      ? [{ to: historyOf('actor', actor.id), text: t('audit.ofActor') }]
      : []),
  ];
  return (
    <Group gap="md">
      {ways.map(({ to, text }) => (
        <Anchor key={to} component={Link} to={to} size="sm">
          {text}
        </Anchor>
      ))}
    </Group>
  );
};

/** Where nothing stood, or nothing is left. */
const nothing = '–';

const Changes = ({ detail, words }: { readonly detail: AuditDetail; readonly words: Words }) => {
  const { t } = words;
  const { key } = detail.entry.details;
  const { changes } = detail;
  if (changes.length === 0) return <Text size="sm">{t('audit.nothing')}</Text>;
  return (
    <Table layout="fixed" className={classes.changes ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('audit.field')}</Table.Th>
          <Table.Th scope="col">{t('audit.before')}</Table.Th>
          <Table.Th scope="col">{t('audit.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, before, after }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{t(`audit.fields.${field}`, { defaultValue: field })}</Table.Th>
            <Table.Td data-when={t('audit.before')}>
              {before === undefined ? nothing : fieldText(words, field, before, key)}
            </Table.Td>
            <Table.Td data-when={t('audit.after')}>
              {after === undefined ? nothing : fieldText(words, field, after, key)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

type AroundProps = {
  readonly title: string;
  readonly entries: readonly AuditEntryView[];
  readonly words: Words;
};

const Around = ({ title, entries, words }: AroundProps) => {
  const { search } = useLocation();
  const to = (id: string): string => {
    const next = new URLSearchParams(search);
    next.set('entry', id);
    return `/audit?${next}`;
  };
  return (
    <section>
      <Title order={3} fz={14} mb={4}>
        {title}
      </Title>
      <ul className={classes.around}>
        {entries.map(entry => (
          <li key={entry.id}>
            <Anchor component={Link} to={to(entry.id)} size="sm">
              {dateAndSeconds(entry.at, words.language)} · {actorOf(words, entry)}: {sentenceOf(words, entry)}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
};
