import { Badge } from '@mantine/core';

type Props = { readonly color: string; readonly text: string };

/** The state of something in a list. */
export const StateBadge = ({ color, text }: Props) => (
  <Badge variant="light" radius="sm" size="sm" tt="none" flex="none" color={color}>
    {text}
  </Badge>
);
