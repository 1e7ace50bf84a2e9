import { Button, Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconDevices, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../shared/empty.tsx';
import { Trouble } from '../../shared/trouble.tsx';
import { PeopleContext, peopleOf } from './people.ts';
import { Roster } from './roster.tsx';
import classes from './simulator.module.css';
import { contactsQuery, groupsQuery, phonesQuery } from './simulator-api.ts';
import { useSimulatorEvents } from './simulator-events.ts';
import { SimulatorTools } from './simulator-tools.tsx';
import { Table } from './table.tsx';

const contactsAtFirst = 6;
const roomForRoster = '(min-width: 900px)';

/** The phones of a company and of those who write to it, side by side on a table. */
const SimulatorPage = () => {
  const { t } = useTranslation();
  const live = useSimulatorEvents();
  const phones = useQuery(phonesQuery);
  const contacts = useQuery(contactsQuery);
  const groups = useQuery(groupsQuery);
  const isWide = useMediaQuery(roomForRoster, undefined, { getInitialValueInEffect: false });
  const [roster, rosterDrawer] = useDisclosure(false);
  const people = useMemo(
    () => peopleOf({ phones: phones.data ?? [], contacts: contacts.data ?? [], groups: groups.data ?? [] }),
    [phones.data, contacts.data, groups.data],
  );
  const table = useTable(people.phones, people.contacts);
  const pending = phones.isPending || contacts.isPending;
  const error = (!phones.data && phones.error) || (!contacts.data && contacts.error);
  const list = <Roster people={people} onTable={table.numbers} onToggle={table.toggle} />;

  return (
    <PeopleContext value={people}>
      <div className={classes.page}>
        <SimulatorTools onAdded={table.put}>
          {!isWide && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDevices size={16} aria-hidden />}
              aria-label={t('simulator.phones')}
              onClick={rosterDrawer.open}
            >
              <span className={classes.label}>{t('simulator.phones')}</span>
            </Button>
          )}
        </SimulatorTools>
        {!live && (
          <div className={classes.lost} role="status">
            {t('simulator.lost')}
          </div>
        )}
        <div className={classes.body}>
          {isWide && !error && <aside className={classes.aside}>{list}</aside>}
          {error ? (
            <div className={classes.trouble}>
              <Trouble
                error={error}
                onRetry={() => {
                  void phones.refetch();
                  void contacts.refetch();
                }}
              />
            </div>
          ) : (
            <Table pending={pending} people={people} numbers={table.numbers} onClose={table.toggle}>
              {!pending && people.contacts.length === 0 && (
                <li className={classes.nobody}>
                  <Empty icon={IconUserPlus} text={t('simulator.noContacts')} />
                </li>
              )}
            </Table>
          )}
        </div>
        {!isWide && (
          <Drawer
            opened={roster}
            onClose={rosterDrawer.close}
            size={320}
            title={t('simulator.phones')}
            closeButtonProps={{ 'aria-label': t('common.close') }}
          >
            {list}
          </Drawer>
        )}
      </div>
    </PeopleContext>
  );
};
export default SimulatorPage;

type Numbered = { readonly number: string };

/** Which phones lie on the table: a few at first, then as they are put there and away in this browser. */
const useTable = (phones: readonly Numbered[], contacts: readonly Numbered[]) => {
  const [kept, keep] = useLocalStorage<string[] | null>({
    key: 'simulator-table',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const numbers = useMemo(
    () => kept ?? [...phones.slice(0, 1), ...contacts.slice(0, contactsAtFirst)].map(({ number }) => number),
    [kept, phones, contacts],
  );
  const put = useCallback(
    (number: string): void => {
      if (!numbers.includes(number)) keep([...numbers, number]);
      bringIntoSight(number);
    },
    [numbers, keep],
  );
  const toggle = useCallback(
    (number: string): void => {
      if (numbers.includes(number)) keep(numbers.filter(each => each !== number));
      else put(number);
    },
    [numbers, keep, put],
  );
  return { numbers, put, toggle };
};

const bringIntoSight = (number: string): void =>
  void requestAnimationFrame(() =>
    document
      .querySelector(`[data-place="${number}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' }),
  );
