import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './code-block.module.css';

type Props = {
  /** What the code is: `POST /api/messages/send`. */
  readonly what: string;
  readonly code: string;
  /** Lines that are too long are broken, where there is little room. */
  readonly isBroken?: boolean;
};

/** Code to read and to take along. */
export const CodeBlock = ({ what, code, isBroken = false }: Props) => {
  const { t } = useTranslation();
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        <span className={classes.what} title={what}>
          {what}
        </span>
        <CopyButton value={code}>
          {({ copied, copy }) => {
            const Picture = copied ? IconCheck : IconCopy;
            return (
              <ActionIcon
                variant="subtle"
                color={copied ? 'green' : 'gray'}
                onClick={copy}
                aria-label={copied ? t('common.copied') : t('messagesApi.code.copyOf', { what })}
                data-hint={copied ? t('common.copied') : t('common.copy')}
              >
                <Picture size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            );
          }}
        </CopyButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is wider than the screen */}
      <pre className={classes.code} data-broken={isBroken || undefined} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
};
