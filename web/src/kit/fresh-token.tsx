import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  readonly token: string;
  readonly label: string;
  /** That it is not shown again. */
  readonly hint: string;
};

/** A token that was just made, to be taken along: the page has it this once. */
export const FreshToken = ({ token, label, hint }: Props) => {
  const { t } = useTranslation();
  return (
    <Stack gap={6}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          readOnly
          value={token}
          aria-label={label}
          data-testid="fresh-token"
          onFocus={event => event.currentTarget.select()}
        />
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} data-autofocus>
              {copied ? t('common.copied') : t('common.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Stack>
  );
};
