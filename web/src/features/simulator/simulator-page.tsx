import { Alert, Button, Select, Skeleton, Text, Title } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTabTitle } from '../../app/use-tab-title.ts';
import { phoneNumber } from '../../shared/formats.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { useLate } from '../../shared/use-late.ts';
import { AddContactDialog } from './add-contact-dialog.tsx';
import { ContactPhone } from './contact-phone.tsx';
import classes from './simulator.module.css';
import { contactsQuery, phonesQuery } from './simulator-api.ts';
import { useSimulatorEvents } from './simulator-events.ts';

/** The phones of simulated contacts, side by side. */
const SimulatorPage = () => {
  const { t } = useTranslation();
  useTabTitle(t('navigation.simulator'));
  useSimulatorEvents();
  const phones = useQuery(phonesQuery);
  const contacts = useQuery(contactsQuery);
  const [adding, dialog] = useDisclosure(false);
  const [chosen, setChosen] = useLocalStorage<string | null>({ key: 'simulator-phone', defaultValue: null });
  const phone = phones.data?.find(({ number }) => number === chosen) ?? phones.data?.[0];
  const late = useLate(phones.isPending || contacts.isPending);
  const error = phones.error ?? contacts.error;
  const retry = (): void => {
    void phones.refetch();
    void contacts.refetch();
  };

  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <div className={classes.title}>
          <Title order={1} fz={18}>
            {t('simulator.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('simulator.explanation')}
          </Text>
        </div>
        <Select
          label={t('simulator.companyPhone')}
          data={
            phones.data?.map(({ number, name }) => ({
              value: number,
              label: `${name} · ${phoneNumber(number)}`,
            })) ?? []
          }
          value={phone?.number ?? null}
          onChange={setChosen}
          allowDeselect={false}
          size="xs"
          w={280}
        />
        <Button size="xs" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={dialog.open}>
          {t('simulator.addContact')}
        </Button>
      </div>
      {phone && !phone.connected && (
        <Alert color="yellow" radius={0} py={6} role="status">
          {t('simulator.notConnected')}
        </Alert>
      )}
      {error && !contacts.data && <Trouble error={error} onRetry={retry} />}
      <ul className={classes.phones}>
        {late && [1, 2, 3].map(each => <Skeleton key={each} className={classes.phone ?? ''} />)}
        {phone &&
          contacts.data?.map(contact => (
            <ContactPhone
              key={contact.number}
              contact={contact}
              phone={phone.number}
              phoneName={phone.name}
            />
          ))}
        {contacts.data?.length === 0 && <Text c="dimmed">{t('simulator.noContacts')}</Text>}
      </ul>
      {adding && <AddContactDialog onClose={dialog.close} />}
    </div>
  );
};
export default SimulatorPage;
