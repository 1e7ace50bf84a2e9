import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorChoice } from './color-choice.tsx';
import { firstColor } from './colors.ts';

type Props = {
  readonly name: string;
  readonly onChoose: (color: string) => Promise<void>;
  readonly onCancel: () => void;
};

/** The colour of a tag that is about to be made. */
export const TagColors = ({ name, onChoose, onCancel }: Props) => {
  const { t } = useTranslation();
  const [color, setColor] = useState<string>(firstColor);
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
        <ColorChoice
          label={t('work.tagColor', { name })}
          isLabelShown={false}
          value={color}
          onChange={setColor}
          chosenRef={chosen}
        />
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
