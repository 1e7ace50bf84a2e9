import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connectionsQuery } from '../../api/connections.ts';
import { useUser } from '../../api/session-store.ts';

/** Whether attendants choose the connection a ticket goes over: the company's setting connectionType. */
export const useChoosesConnection = (): boolean =>
  useUser().company.settings.some(({ key, value }) => key === 'connectionType' && value === 'enabled');

type Props = { readonly value: string | null; readonly onChange: (connectionId: string | null) => void };

/** The company's connections; without a choice it is the default one. */
export const ConnectionSelect = ({ value, onChange }: Props) => {
  const { t } = useTranslation();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const shown = value ?? connections.find(({ isDefault }) => isDefault)?.id ?? null;
  return (
    <Select
      label={t('work.connection')}
      data={connections.map(({ id, name }) => ({ value: id, label: name }))}
      value={shown}
      onChange={onChange}
      allowDeselect={false}
    />
  );
};
