import { Checkbox, ColorSwatch, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain } from '../../shared/plain-text.ts';
import { ChoiceButton, ResetButton } from './choice-button.tsx';
import type { Choice, ChoiceFilterProps } from './choice-filter.tsx';

/** So many are seen at a glance; more are looked for by name. */
const glance = 8;

/** The options to choose from. It is loaded when it is first wanted, and so starts open. */
const ChoicePopover = (props: ChoiceFilterProps) => {
  const { label, title, options, chosen, onChange, active, resetLabel, onReset, emptyText, disabled } = props;
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const shown = options.filter(({ name }) => plain(name).includes(plain(wanted.trim())));
  return (
    <Popover
      position="bottom-start"
      trapFocus
      shadow="md"
      withRoles={false}
      defaultOpened
      onClose={() => {
        setWanted('');
        button.current?.focus();
      }}
    >
      <Popover.Target>
        <ChoiceButton label={label} chosen={active} disabled={disabled ?? false} ref={button} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={title} p="sm">
        {options.length > glance && (
          <TextInput
            size="xs"
            mb="sm"
            aria-label={t('tickets.filter.find')}
            placeholder={t('tickets.filter.find')}
            value={wanted}
            onChange={event => setWanted(event.currentTarget.value)}
          />
        )}
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" maw={220}>
            {wanted ? t('tickets.filter.none') : emptyText}
          </Text>
        )}
        <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={title}>
          <Stack gap="xs" mah={300} style={{ overflowY: 'auto' }}>
            {shown.map(option => (
              <Checkbox key={option.id} value={option.id} label={<OptionLabel option={option} />} />
            ))}
          </Stack>
        </Checkbox.Group>
        <ResetButton mt="sm" label={resetLabel} isIdle={!active} onReset={onReset} />
      </Popover.Dropdown>
    </Popover>
  );
};
export default ChoicePopover;

const OptionLabel = ({ option }: { option: Choice }) => (
  <Group gap={8} wrap="nowrap">
    {option.color && <ColorSwatch color={option.color} size={10} withShadow={false} />}
    <Text size="sm" maw={220} truncate title={option.name}>
      {option.name}
    </Text>
  </Group>
);
