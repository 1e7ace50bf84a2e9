import { Button, ColorSwatch, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Told apart on light and dark grounds. */
const colors = [
  ...['#e03131', '#e8590c', '#f08c00', '#2f9e44', '#099268'],
  ...['#1971c2', '#3b5bdb', '#7048e8', '#c2255c', '#868e96'],
] as const;

type Props = {
  readonly name: string;
  readonly onChoose: (color: string) => Promise<void>;
  readonly onCancel: () => void;
};

/** The colour of a tag that is about to be made. */
export const TagColors = ({ name, onChoose, onCancel }: Props) => {
  const { t } = useTranslation();
  const [color, setColor] = useState<string>(colors[5]);
  const [isBusy, setBusy] = useState(false);
  const chosen = useRef<HTMLButtonElement>(null);
  useEffect(() => chosen.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    void onChoose(color);
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
          {colors.map(each => (
            <ColorSwatch
              key={each}
              component="button"
              type="button"
              role="radio"
              size={22}
              color={each}
              aria-checked={each === color}
              aria-label={t('work.color', { color: each })}
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
