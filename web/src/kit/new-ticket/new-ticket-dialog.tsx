import { Button, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { contactSearchQuery } from '../../api/contacts.ts';
import { queuesQuery } from '../../api/queues.ts';
import { useUser } from '../../api/session-store.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { ContactCreate } from '../contact/contact-create.tsx';
import { ContactSearch } from '../contact/contact-search.tsx';
import { DialogFoot, NotLoaded, Refused } from '../dialog-parts.tsx';
import { ConnectionSelect, useChoosesConnection } from './connection-select.tsx';
import { useOpenTicket } from './use-open-ticket.ts';

const shortestNumber = 8;

type Props = {
  /** Whom to write to, where that is known; they need not be a contact yet. */
  readonly person?: { readonly name: string; readonly number: string } | undefined;
  /** The contact to begin with. */
  readonly contact?: ContactView | undefined;
  readonly onClose: () => void;
};

/** Starts a conversation: whom with, in which queue and, where that is chosen, over which connection. */
const NewTicketDialog = ({ person, contact: start, onClose }: Props) => {
  const { t } = useTranslation();
  const [contact, setContact] = useState<ContactView | null>(start ?? null);
  const [creating, setCreating] = useState<{ readonly name: string; readonly number: string }>();
  useWho(person, setContact, setCreating);
  const title = creating ? t('contact.create') : t('work.newTicketTitle');
  return (
    <Dialog onClose={onClose} title={title}>
      {creating ? (
        <ContactCreate
          {...creating}
          onCreated={made => {
            setContact(made);
            setCreating(undefined);
          }}
          onCancel={() => setCreating(undefined)}
        />
      ) : (
        <Choice {...{ person, contact, setContact, onClose }} onCreate={setCreating} />
      )}
    </Dialog>
  );
};
export default NewTicketDialog;

type ChoiceProps = Omit<Props, 'contact'> & {
  readonly contact: ContactView | null;
  readonly setContact: (contact: ContactView | null) => void;
  readonly onCreate: (start: { readonly name: string; readonly number: string }) => void;
};

const Choice = ({ person, contact, setContact, onCreate, onClose }: ChoiceProps) => {
  const { t } = useTranslation();
  const mayLeaveOut = may(useUser(), 'ticket.openWithoutQueue');
  const choosesConnection = useChoosesConnection();
  const queues = useQueueChoice(contact);
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const [typed, setTyped] = useState(person?.number ?? '');
  const [shown, setShown] = useState<{ readonly contact?: boolean; readonly queue?: boolean }>({});
  const opening = useOpenTicket(onClose);
  const contactField = useRef<HTMLInputElement>(null);
  const queueField = useRef<HTMLInputElement>(null);
  const needsQueue = !mayLeaveOut && queues.queueId === null;

  const create = (): void => onCreate(startOf(typed, person));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setShown({ contact: true, queue: true });
    if (!contact) contactField.current?.focus();
    else if (needsQueue) queueField.current?.focus();
    else
      void opening.open({
        contactId: contact.id,
        queueId: queues.queueId,
        connectionId: choosesConnection ? connectionId : null,
      });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <NotLoaded queries={mayLeaveOut ? [queues.query] : []} />
        {opening.refusal && <Refused refusal={opening.refusal} onGo={opening.goTo} />}
        <ContactSearch
          label={t('contact.search')}
          value={contact}
          onChange={chosen => {
            setContact(chosen);
            opening.forgive();
          }}
          start={typed}
          onTyped={setTyped}
          onCreate={create}
          error={shown.contact && !contact ? t('contact.required') : undefined}
          inputRef={contactField}
        />
        {!contact && (
          <Button size="xs" variant="subtle" w="fit-content" onClick={create}>
            {t('contact.create')}
          </Button>
        )}
        <Select
          ref={queueField}
          label={t('ticket.queue')}
          placeholder={mayLeaveOut ? t('work.withoutQueue') : t('ticket.chooseQueue')}
          clearable={mayLeaveOut}
          allowDeselect={mayLeaveOut}
          withAsterisk={!mayLeaveOut}
          data={queues.all.map(({ id, name }) => ({ value: id, label: name }))}
          value={queues.queueId}
          onChange={queues.choose}
          onBlur={() => setShown(known => ({ ...known, queue: true }))}
          error={shown.queue && needsQueue && t('ticket.chooseQueue')}
        />
        {choosesConnection && <ConnectionSelect value={connectionId} onChange={setConnectionId} />}
      </Stack>
      <DialogFoot action={t('work.startWith')} isBusy={opening.isBusy} onClose={onClose} />
    </form>
  );
};

/** Somebody who is a contact already is chosen at once; of somebody else a contact is to be made first. */
const useWho = (
  person: Props['person'],
  choose: (contact: ContactView) => void,
  create: (start: { readonly name: string; readonly number: string }) => void,
): void => {
  const number = person?.number.replace(/\D/g, '') ?? '';
  const isKnown = number.length >= shortestNumber;
  const { data } = useQuery({ ...contactSearchQuery(number), enabled: isKnown });
  const told = useRef(false);
  useEffect(() => {
    if (!person || !data || told.current) return;
    told.current = true;
    const match = data.contacts.find(contact => contact.number === number);
    if (match) choose(match);
    else create(person);
  }, [person, data, number, choose, create]);
};

/** The queues one may choose: of all for who serves all, of their own for others. The contact's own queue is proposed. */
const useQueueChoice = (contact: ContactView | null) => {
  const user = useUser();
  const query = useQuery(queuesQuery);
  const { data = [] } = query;
  const [chosen, choose] = useState<string | null>();
  const servesAll = may(user, 'queue.serveAll');
  const all = servesAll ? data : user.queues;
  const only = all.length === 1 && !may(user, 'ticket.openWithoutQueue') ? all[0]?.id : undefined;
  const own = all.find(({ id }) => id === contact?.queueId)?.id;
  const queueId = chosen === undefined ? (own ?? only ?? null) : chosen;
  return { all, queueId, choose, query };
};

/** What was searched for is a number, or else the name. */
const startOf = (typed: string, person: Props['person']): { name: string; number: string } => {
  const text = typed.trim();
  if (person && text === person.number) return person;
  return /\p{L}/u.test(text) ? { name: text, number: '' } : { name: '', number: text };
};
