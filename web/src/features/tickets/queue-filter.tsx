import { Button, Checkbox, ColorSwatch, Group, Popover, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Filters } from './use-filters.ts';

/** Which of the user's queues the lists show. */
export const QueueFilter = ({ filters }: { filters: Filters }) => {
  const { t } = useTranslation();
  const { queues, queueIds, setQueueIds } = filters;
  const chosen = queueIds ?? queues.map(queue => queue.id);
  const label = queueIds === null ? t('tickets.queues') : t('tickets.queuesChosen', { count: chosen.length });
  return (
    <Popover position="bottom-start" trapFocus shadow="md" withRoles={false}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronDown size={14} />}
          aria-haspopup="dialog"
          disabled={queues.length === 0}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('tickets.queues')} p="sm">
        <Checkbox.Group value={chosen} onChange={setQueueIds} aria-label={t('tickets.queues')}>
          <Stack gap="xs">
            {queues.map(queue => (
              <Checkbox
                key={queue.id}
                value={queue.id}
                label={
                  <Group gap={8} wrap="nowrap">
                    <ColorSwatch color={queue.color} size={10} withShadow={false} />
                    <Text size="sm" maw={220} truncate title={queue.name}>
                      {queue.name}
                    </Text>
                  </Group>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button
          variant="subtle"
          size="compact-xs"
          mt="sm"
          onClick={() => setQueueIds(null)}
          disabled={queueIds === null}
        >
          {t('tickets.allQueues')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};
