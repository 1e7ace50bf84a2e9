import { ColorSwatch, Input, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueView } from '../../api/queues.ts';
import { queuePalette } from './queue-colors.ts';
import classes from './queues.module.css';

type Props = {
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly error: string | undefined;
  /** Theirs are taken. */
  readonly others: readonly Pick<QueueView, 'name' | 'color'>[];
};

const steps: Readonly<Record<string, number>> = { ArrowRight: 4, ArrowLeft: -4, ArrowDown: 1, ArrowUp: -1 };

/** One of fifty colours, or one's own as text. What another queue has cannot be chosen, and says whose it is. */
export const QueueColorChoice = ({ value, onChange, error, others }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const chosen = value.trim().toLowerCase();
  const takenBy = new Map(others.map(({ name, color }) => [color.toLowerCase(), name]));
  const at = queuePalette.findIndex(({ color }) => color === chosen);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key];
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
    const from = radios.indexOf(document.activeElement as HTMLElement);
    if (!step || from < 0) return;
    event.preventDefault();
    radios[(from + step + radios.length) % radios.length]?.focus();
  };
  return (
    <div>
      <Input.Label component="div" id={id} mb={4}>
        {t('queues.color')}
      </Input.Label>
      <div className={classes.palette} role="radiogroup" aria-labelledby={id} onKeyDown={onKeyDown}>
        {queuePalette.map(({ hue, shade, color }, place) => {
          const owner = takenBy.get(color);
          const name = `${t(`queues.hues.${hue}`)} ${shade}`;
          const hint = owner === undefined ? name : t('queues.takenBy', { color: name, name: owner });
          return (
            <ColorSwatch
              key={color}
              component="button"
              type="button"
              role="radio"
              size={22}
              color={color}
              aria-checked={place === at}
              aria-disabled={owner !== undefined}
              aria-label={hint}
              title={hint}
              tabIndex={place === Math.max(0, at) ? 0 : -1}
              withShadow={false}
              className={classes.swatch ?? ''}
              style={{ color: '#fff' }}
              onClick={() => owner === undefined && onChange(color)}
            >
              {place === at && <IconCheck size={14} aria-hidden />}
            </ColorSwatch>
          );
        })}
      </div>
      <TextInput
        mt={8}
        w={200}
        aria-label={t('queues.colorText')}
        maxLength={9}
        leftSection={<span className={classes.dot} style={{ background: chosen }} aria-hidden />}
        value={value}
        error={error}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </div>
  );
};
