import { Button, Group } from '@mantine/core';
import { FreshToken } from '../../kit/fresh-token.tsx';
import { Dialog } from '../../shared/dialog.tsx';

type Props = {
  readonly title: string;
  /** What was just made, and what it is called. */
  readonly token: string;
  readonly label: string;
  /** That it is not shown again. */
  readonly hint: string;
  /** What the button says that closes it. */
  readonly done: string;
  readonly onClose: () => void;
};

/**
 * A token that was just made, this once. Only its button closes it: a key, a click beside it, or one that was meant for
 * the dialog before, would lose what nobody can show again.
 */
export const ShownOnce = ({ title, done, onClose, ...fresh }: Props) => (
  <Dialog
    {...{ onClose, title, withCloseButton: false, closeOnClickOutside: false, closeOnEscape: false }}
    size="lg"
  >
    <FreshToken {...fresh} />
    <Group justify="flex-end" mt="md">
      <Button onClick={onClose}>{done}</Button>
    </Group>
  </Dialog>
);
