import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { worksOn } from '#domain/ticket/visibility.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { settingsOf, useUser } from '../../api/session-store.ts';
import { viewerOf } from '../../api/viewer.ts';

/** Whether attendants choose the connection a ticket goes over: the company's setting connectionType. */
export const useChoosesConnection = (): boolean => settingsOf(useUser()).connectionType === 'enabled';

type Props = { readonly value: string | null; readonly onChange: (connectionId: string | null) => void };

/** The connections that one works on; without a choice it is the default one. */
export const ConnectionSelect = ({ value, onChange }: Props) => {
  const { t } = useTranslation();
  const viewer = viewerOf(useUser());
  const { data: all = [] } = useQuery(connectionsQuery);
  const connections = all.filter(({ id }) => worksOn(viewer, id) || id === value);
  const shown = value ?? (connections.find(({ isDefault }) => isDefault) ?? connections[0])?.id ?? null;
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
