import { Badge } from '@mantine/core';

type Props = { readonly color: string; readonly text: string; readonly why?: string | null | undefined };

/** The state of something in a list, with the reason as its title. */
export const StateBadge = ({ color, text, why }: Props) => (
  <Badge
    variant="light"
    radius="sm"
    size="sm"
    tt="none"
    flex="none"
    color={color}
    {...(why ? { title: why } : {})}
  >
    {text}
  </Badge>
);
