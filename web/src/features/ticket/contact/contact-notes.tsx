import { ActionIcon, Button, Text, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketNoteView } from '#contracts/ticket-notes.ts';
import type { TicketView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { useUser } from '../../../api/session-store.ts';
import { addNote, contactNotesQuery, deleteNote } from '../../../api/ticket-notes.ts';
import sections from '../../../kit/contact/sections.module.css';
import { newCommandId } from '../../../shared/command-id.ts';
import { dateAndTime } from '../../../shared/formats.ts';
import { errorText, showDone, showError } from '../../../shared/show-error.ts';
import { userName } from '../../../shared/user-name.ts';
import { keepDraft, noteOf, readDraft } from '../drafts.ts';
import classes from './contact.module.css';

const shortest = 2;
const longest = 5000;

/** What attendants left for each other at the tickets of this contact. Never sent. */
export const ContactNotes = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation();
  const { data: notes, refetch, error } = useQuery(contactNotesQuery(ticket.contactId));
  const seen = useRef(ticket.revision);
  useEffect(() => {
    // A note of somebody else is a change of the ticket, too.
    if (seen.current !== ticket.revision) void refetch();
    seen.current = ticket.revision;
  }, [ticket.revision, refetch]);
  return (
    <section className={sections.section} aria-label={t('contact.notes')}>
      <h3 className={sections.sectionTitle}>{t('contact.notes')}</h3>
      <NoteForm key={ticket.id} ticket={ticket} />
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {errorText(error)}
        </Text>
      )}
      {notes?.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('contact.noNotes')}
        </Text>
      )}
      {notes && notes.length > 0 && (
        <ul className={sections.list}>
          {notes.map(note => (
            <Note key={note.id} note={note} />
          ))}
        </ul>
      )}
    </section>
  );
};

const NoteForm = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id: userId } = useUser();
  const draft = noteOf(ticket.id);
  const [text, setText] = useState(() => readDraft(userId, draft));
  useEffect(() => keepDraft(userId, draft, text), [userId, draft, text]);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const complaint = (): string | undefined => {
    const { length } = text.trim();
    if (length === 0) return t('contact.required');
    return length < shortest ? t('contact.noteTooShort') : undefined;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = complaint();
    setFailure(found);
    if (found) return field.current?.focus();
    setBusy(true);
    try {
      await addNote(client, { ticketId: ticket.id, note: text.trim(), commandId: newCommandId() });
      setText('');
      showDone(t('contact.noteAdded'));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={event => void submit(event)} noValidate style={{ marginBottom: 12 }}>
      <Textarea
        ref={field}
        size="sm"
        aria-label={t('contact.note')}
        placeholder={t('contact.notePlaceholder')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={longest}
        value={text}
        error={failure}
        onChange={event => {
          setText(event.currentTarget.value);
          setFailure(undefined);
        }}
        onBlur={() => setFailure(text === '' ? undefined : complaint())}
      />
      <div className={classes.foot} style={{ marginTop: 8 }}>
        <Button
          type="submit"
          size="xs"
          variant="default"
          disabled={isBusy}
          onMouseDown={e => e.preventDefault()}
        >
          {isBusy ? t('tickets.confirming') : t('contact.addNote')}
        </Button>
      </div>
    </form>
  );
};

const Note = ({ note }: { note: TicketNoteView }) => {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const user = useUser();
  const [isBusy, setBusy] = useState(false);
  const mayDelete = note.user?.id === user.id || may(user, 'ticket.deleteAnyNote');
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await deleteNote(client, note);
      showDone(t('contact.noteDeleted'));
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <li className={sections.note}>
      <div className={sections.noteText}>{note.note}</div>
      <div className={sections.noteFoot}>
        <span>
          {note.user && `${userName(t, note.user)} · `}
          <time dateTime={note.createdAt}>{dateAndTime(note.createdAt, i18n.language)}</time>
        </span>
        {mayDelete && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('contact.deleteNote')}
            data-hint={t('contact.deleteNote')}
            disabled={isBusy}
            onClick={() => void remove()}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </div>
    </li>
  );
};
