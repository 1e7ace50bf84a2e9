import { ActionIcon, TextInput } from '@mantine/core';
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { phoneNumber } from '../../shared/formats.ts';
import type { People } from './people.ts';
import { PersonPicture } from './person-picture.tsx';
import classes from './simulator.module.css';
import type { SimulatedContact, SimulatedPhone } from './simulator-api.ts';

const PersonDialog = lazy(() => import('./person-dialog.tsx'));

type Props = {
  readonly people: People;
  /** The phones that lie on the table. */
  readonly onTable: readonly string[];
  readonly onToggle: (number: string) => void;
};

const searchFrom = 8;

/** Everybody who has a phone; a press puts it on the table or away. */
export const Roster = ({ people, onTable, onToggle }: Props) => {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const { phones, contacts } = people;
  const found = contacts.filter(({ name, number }) =>
    `${name} ${number}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const entry = (person: SimulatedPhone | SimulatedContact) => (
    <li key={person.number}>
      <Entry person={person} shown={onTable.includes(person.number)} onToggle={onToggle} />
    </li>
  );
  return (
    <div className={classes.roster}>
      <div className={classes.rosterHead}>
        <h2>{t('simulator.companies')}</h2>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('simulator.addPhone')}
          data-hint={t('simulator.addPhone')}
          onClick={() => setAdding(true)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </div>
      <ul>{phones.map(entry)}</ul>
      {phones.length === 0 && <p>{t('simulator.noPhones')}</p>}
      <div className={classes.rosterHead}>
        <h2>{t('simulator.contacts')}</h2>
        <span className="figures">{contacts.length}</span>
      </div>
      {contacts.length > searchFrom && (
        <TextInput
          size="xs"
          mx={8}
          mb={4}
          value={search}
          leftSection={<IconSearch size={14} aria-hidden />}
          aria-label={t('simulator.searchContacts')}
          placeholder={t('tickets.search')}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      )}
      <ul>{found.map(entry)}</ul>
      {found.length === 0 && contacts.length > 0 && <p>{t('simulator.nobodyFound', { search })}</p>}
      <Suspense>
        {adding && <PersonDialog kind="phone" onAdded={onToggle} onClose={() => setAdding(false)} />}
      </Suspense>
    </div>
  );
};

type EntryProps = {
  readonly person: SimulatedPhone | SimulatedContact;
  readonly shown: boolean;
  readonly onToggle: (number: string) => void;
};

const Entry = ({ person, shown, onToggle }: EntryProps) => {
  const on = 'connected' in person ? person.connected : person.presence.available;
  return (
    <button
      type="button"
      className={classes.entry}
      aria-pressed={shown}
      onClick={() => onToggle(person.number)}
    >
      <PersonPicture name={person.name} picture={person.picture} size={30} />
      <span className={classes.entryText}>
        <span title={person.name}>{person.name}</span>
        <small className="figures">
          <i data-on={on} aria-hidden />
          {phoneNumber(person.number)}
        </small>
      </span>
      {shown && <IconCheck size={16} aria-hidden />}
    </button>
  );
};
