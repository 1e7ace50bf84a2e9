import { Button, ColorSwatch, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Told apart on light and dark grounds. */
const colors = {
  red: '#e03131',
  orange: '#e8590c',
  amber: '#f08c00',
  green: '#2f9e44',
  teal: '#099268',
  blue: '#1971c2',
  indigo: '#3b5bdb',
  violet: '#7048e8',
  pink: '#c2255c',
  gray: '#868e96',
} as const;
const names = Object.keys(colors) as (keyof typeof colors)[];

type Props = {
  readonly name: string;
  readonly onChoose: (color: string) => Promise<void>;
  readonly onCancel: () => void;
};

/** The colour of a tag that is about to be made. */
export const TagColors = ({ name, onChoose, onCancel }: Props) => {
  const { t } = useTranslation();
  const [color, setColor] = useState<keyof typeof colors>('blue');
  const [isBusy, setBusy] = useState(false);
  const chosen = useRef<HTMLButtonElement>(null);
  useEffect(() => chosen.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    void onChoose(colors[color]);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Text size="sm" truncate title={name}>
          {t('work.tagColor', { name })}
        </Text>
        <Group
          gap={4}
          wrap="nowrap"
          justify="space-between"
          role="radiogroup"
          aria-label={t('work.tagColor', { name })}
        >
          {names.map(each => (
            <ColorSwatch
              key={each}
              component="button"
              type="button"
              role="radio"
              size={22}
              color={colors[each]}
              aria-checked={each === color}
              aria-label={t(`work.colors.${each}`)}
              withShadow={false}
              ref={each === color ? chosen : undefined}
              style={{ color: '#fff', cursor: 'pointer' }}
              onClick={() => setColor(each)}
            >
              {each === color && <IconCheck size={14} aria-hidden />}
            </ColorSwatch>
          ))}
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          {/* Disabled it would lose the focus, and Esc would go to the page. */}
          <Button size="compact-sm" type="submit" aria-disabled={isBusy} mod={{ disabled: isBusy }}>
            {t('work.makeTag')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
