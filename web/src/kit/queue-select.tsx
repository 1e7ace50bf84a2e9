import { Group, MultiSelect, type MultiSelectProps, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queuesQuery } from '../api/queues.ts';

/** The queues of the company, several to choose. A queue that is gone is not among what is sent back. */
export const QueueSelect = (props: MultiSelectProps) => {
  const { t } = useTranslation();
  const { data: queues = [] } = useQuery(queuesQuery);
  const colours = new Map(queues.map(({ id, color }) => [id, color]));
  return (
    <MultiSelect
      label={t('connections.queues')}
      description={t('connections.form.queuesHint')}
      placeholder={queues.length > 0 ? t('connections.form.chooseQueues') : t('connections.form.noQueues')}
      data={queues.map(({ id, name }) => ({ value: id, label: name }))}
      renderOption={({ option }) => (
        <Group gap={8} wrap="nowrap">
          <span style={{ ...dot, background: colours.get(option.value) }} />
          <Text size="sm" truncate>
            {option.label}
          </Text>
        </Group>
      )}
      searchable
      clearable
      hidePickedOptions
      {...props}
    />
  );
};

const dot = { flex: 'none', width: 8, height: 8, borderRadius: '50%' };
