import { Button, Checkbox, ColorSwatch, Group, Popover, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { QueueButton } from './queue-button.tsx';
import type { Filters } from './use-filters.ts';

/** The queues to choose from. It is loaded when it is first wanted, and so starts open. */
const QueueChoice = ({ filters }: { filters: Filters }) => {
  const { t } = useTranslation();
  const { queues, queueIds, setQueueIds } = filters;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      position="bottom-start"
      trapFocus
      shadow="md"
      withRoles={false}
      defaultOpened
      onClose={() => button.current?.focus()}
    >
      <Popover.Target>
        <QueueButton filters={filters} ref={button} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('tickets.queues')} p="sm">
        <Checkbox.Group
          value={queueIds ?? queues.map(queue => queue.id)}
          onChange={setQueueIds}
          aria-label={t('tickets.queues')}
        >
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
export default QueueChoice;
