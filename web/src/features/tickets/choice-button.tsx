import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';

type Props = ButtonProps & ComponentPropsWithRef<'button'> & { label: ReactNode; chosen: boolean };

/** Opens something to choose from, and says what is chosen. */
export const ChoiceButton = ({ label, chosen, ...props }: Props) => (
  <Button
    aria-haspopup="dialog"
    {...props}
    variant={chosen ? 'light' : 'default'}
    size="compact-sm"
    h={30}
    px={10}
    fw={500}
    rightSection={<IconChevronDown size={14} aria-hidden />}
  >
    {label}
  </Button>
);

type ResetProps = {
  readonly label: string;
  readonly isIdle: boolean;
  readonly onReset: () => void;
  readonly mt: 'xs' | 'sm';
};

/** Takes a choice back. It keeps the focus when there is nothing left to take back, so that Esc still closes. */
export const ResetButton = ({ label, isIdle, onReset, mt }: ResetProps) => (
  <Button
    variant="subtle"
    size="compact-xs"
    mt={mt}
    {...(isIdle && { 'data-disabled': true })}
    aria-disabled={isIdle}
    onClick={() => {
      if (!isIdle) onReset();
    }}
  >
    {label}
  </Button>
);
