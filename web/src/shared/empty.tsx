import { Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

/** A part of the screen with nothing to show yet: one sentence that says when there will be. */
export const Empty = ({ icon: Picture, text }: { icon: Icon; text: string }) => (
  <Stack align="center" justify="center" gap="sm" p="xl" h="100%">
    <Picture size={40} stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
    <Text ta="center" size="sm" c="dimmed" maw={300} style={{ textWrap: 'balance' }}>
      {text}
    </Text>
  </Stack>
);
