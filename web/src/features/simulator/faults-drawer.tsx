import { Button, Drawer, Group, NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../shared/show-error.ts';
import { faultsAtWork } from './faults.ts';
import classes from './simulator.module.css';
import { changeFaults, clearFaults, closeLines } from './simulator-actions.ts';
import { faultsQuery, type SimulatorFaults } from './simulator-api.ts';

const flags = ['silent', 'dropAcks', 'dropReceipts'] as const;
const delays = ['delayMs', 'mediaDelayMs'] as const;
const counters = [
  'duplicateNext',
  'reorderNext',
  'corruptNext',
  'cannotDecryptNext',
  'failNextMedia',
] as const;
const refusal = '463';

/** Misbehaviour of WhatsApp to try out, each with what it should look like in the product. */
const FaultsDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: faults } = useQuery(faultsQuery);
  const keep = (answer: Promise<SimulatorFaults>): void =>
    void answer.then(now => client.setQueryData(faultsQuery.queryKey, now)).catch(showError);
  const change = (what: Partial<SimulatorFaults>): void => keep(changeFaults(what));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={400}
      title={t('simulator.faults.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('simulator.faults.explanation')}
        </Text>
        {faults && (
          <>
            {flags.map(name => (
              <Switch
                key={name}
                label={t(`simulator.faults.${name}.name`)}
                description={t(`simulator.faults.${name}.effect`)}
                checked={faults[name]}
                onChange={event => change({ [name]: event.currentTarget.checked })}
              />
            ))}
            <Switch
              label={t('simulator.faults.ackError.name')}
              description={t('simulator.faults.ackError.effect')}
              checked={faults.ackError !== null}
              onChange={event => change({ ackError: event.currentTarget.checked ? refusal : null })}
            />
            {delays.map(name => (
              <Amount
                key={name}
                name={name}
                unit={1_000}
                value={faults[name]}
                most={60}
                onChange={value => change({ [name]: value })}
              />
            ))}
            {counters.map(name => (
              <Amount
                key={name}
                name={name}
                unit={1}
                value={faults[name]}
                most={100}
                onChange={value => change({ [name]: value })}
              />
            ))}
          </>
        )}
        <CloseLines />
        <Button variant="default" disabled={faultsAtWork(faults) === 0} onClick={() => keep(clearFaults())}>
          {t('simulator.faults.clear')}
        </Button>
      </Stack>
    </Drawer>
  );
};
export default FaultsDrawer;

type AmountProps = {
  readonly name: (typeof delays | typeof counters)[number];
  /** What one on the screen is in the fault. */
  readonly unit: number;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
};

const Amount = ({ name, unit, value, most, onChange }: AmountProps) => {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t(`simulator.faults.${name}.name`)}
      description={t(`simulator.faults.${name}.effect`)}
      inputWrapperOrder={['label', 'input', 'description']}
      classNames={{ root: classes.amount ?? '' }}
      labelProps={{ fw: 400 }}
      min={0}
      max={most}
      allowDecimal={false}
      clampBehavior="strict"
      suffix={unit === 1 ? '' : ' s'}
      value={value / unit}
      onChange={next => typeof next === 'number' && next * unit !== value && onChange(next * unit)}
    />
  );
};

const codes = ['cut', '503', '440', '515', '401'] as const;

/** Ending every line happens once, at the press of the button. */
const CloseLines = () => {
  const { t } = useTranslation();
  const effect = useId();
  const [code, setCode] = useState<string>('cut');
  const close = async (): Promise<void> => {
    try {
      await closeLines(code === 'cut' ? code : Number(code));
      showDone(t('simulator.faults.closed'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Select
          flex={1}
          size="xs"
          label={t('simulator.faults.closeWith')}
          allowDeselect={false}
          aria-describedby={effect}
          data={codes.map(value => ({ value, label: t(`simulator.faults.code.${value}`) }))}
          value={code}
          onChange={value => setCode(value ?? 'cut')}
        />
        <Button size="xs" variant="light" color="red" onClick={() => void close()}>
          {t('simulator.faults.close')}
        </Button>
      </Group>
      <Text id={effect} size="xs" c="dimmed" mt={4}>
        {t(`simulator.faults.codeEffect.${code}`)}
      </Text>
    </div>
  );
};
