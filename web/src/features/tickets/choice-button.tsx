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
    rightSection={<IconChevronDown size={14} aria-hidden />}
  >
    {label}
  </Button>
);
