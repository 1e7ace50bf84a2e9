import { ColorSwatch, Group, Input } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { palette } from './colors.ts';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly isLabelShown?: boolean;
  readonly chosenRef?: Ref<HTMLButtonElement>;
};

/** One of the colours, and the one that was there before: a group of radio buttons, by arrows or by pointer. */
export const ColorChoice = ({ label, value, onChange, isLabelShown = true, chosenRef }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const [before] = useState(value.toLowerCase());
  const isOwn = !palette.some(({ color }) => color === before);
  const choices = isOwn ? [...palette, { name: 'own', color: before }] : palette;
  const at = choices.findIndex(({ color }) => color === value.toLowerCase());
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const place = (at + step + choices.length) % choices.length;
    const next = choices[place];
    if (next) onChange(next.color);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[place]?.focus();
  };
  return (
    <div>
      {isLabelShown && (
        <Input.Label component="div" id={id} mb={4}>
          {label}
        </Input.Label>
      )}
      <Group
        gap={4}
        wrap="nowrap"
        justify="space-between"
        role="radiogroup"
        aria-label={isLabelShown ? undefined : label}
        aria-labelledby={isLabelShown ? id : undefined}
        onKeyDown={onKeyDown}
      >
        {choices.map(({ name, color }, place) => (
          <ColorSwatch
            key={name}
            component="button"
            type="button"
            role="radio"
            size={22}
            color={color}
            aria-checked={place === at}
            aria-label={t(`work.colors.${name}`)}
            data-hint={t(`work.colors.${name}`)}
            tabIndex={place === Math.max(0, at) ? 0 : -1}
            withShadow={false}
            ref={place === at ? chosenRef : undefined}
            style={{ color: '#fff', cursor: 'pointer' }}
            onClick={() => onChange(color)}
          >
            {place === at && <IconCheck size={14} aria-hidden />}
          </ColorSwatch>
        ))}
      </Group>
    </div>
  );
};

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
