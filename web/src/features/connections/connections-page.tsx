import { Button, Center, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlugConnected, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { Empty } from '../../shared/empty.tsx';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { ConnectionDialogs } from './connection-dialogs.tsx';
import classes from './connections.module.css';
import { ConnectionCards, ConnectionsTable } from './connections-list.tsx';
import type { DialogChoice } from './dialog-choice.ts';

/** Where the table would have to be pushed around. */
const tooNarrowForTable = '(max-width: 1079.98px)';

/** From so many connections on there is something to search in. */
const searchedFrom = 8;

/** The company's connections, live. */
const ConnectionsPage = () => {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(tooNarrowForTable, undefined, { getInitialValueInEffect: false });
  const { data, error, isPending, refetch } = useQuery(connectionsQuery);
  const late = useLate(isPending);
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState<DialogChoice>();
  const found = data?.filter(connection => matches(connection, search)) ?? [];
  const List = isNarrow ? ConnectionCards : ConnectionsTable;
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setChoice({ kind: 'add' })}>
      {t('connections.add')}
    </Button>
  );

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} fz={18} flex={1}>
          {t('navigation.connections')}
        </Title>
        {data && data.length >= searchedFrom && (
          <TextInput
            className={classes.search ?? ''}
            type="search"
            aria-label={t('connections.search')}
            placeholder={t('connections.search')}
            leftSection={<IconSearch size={16} stroke={1.6} />}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
        )}
        {data && data.length > 0 && addButton}
      </div>
      {late && <Waiting />}
      {error && !data && <Trouble error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Center flex={1}>
          <Stack align="center" gap={0}>
            <Empty icon={IconPlugConnected} text={t('connections.empty')} />
            {addButton}
          </Stack>
        </Center>
      )}
      {found.length > 0 && (
        <List connections={found} onOpen={(kind, connectionId) => setChoice({ kind, connectionId })} />
      )}
      {data && data.length > 0 && found.length === 0 && (
        <Empty icon={IconSearch} text={t('connections.nothingFound', { search })} />
      )}
      {data && choice && <ConnectionDialogs connections={data} choice={choice} onChoose={setChoice} />}
    </div>
  );
};
export default ConnectionsPage;

const matches = ({ name, number }: ConnectionView, search: string): boolean => {
  const wanted = plain(search);
  return plain(name).includes(wanted) || (number?.includes(wanted) ?? false);
};
const plain = (text: string): string => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

const Waiting = () => (
  <Stack gap="xs" aria-hidden>
    <Skeleton height={36} />
    {['first', 'second', 'third', 'fourth'].map(row => (
      <Skeleton key={row} height={60} />
    ))}
  </Stack>
);
