import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink, IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PartButton } from '#domain/message/parts.ts';
import { isAddress } from './is-address.ts';
import classes from './message-parts.module.css';

/** What a message offers: an address is opened and a code copied; the others are chosen on the phone. */
export const PartButtons = ({ buttons }: { readonly buttons: readonly PartButton[] }) => (
  <ul className={classes.buttons}>
    {buttons.map((button, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: buttons of one message have no other name
      <li key={index}>
        <OneButton button={button} />
      </li>
    ))}
  </ul>
);

const OneButton = ({ button: { label, link, phone, code } }: { readonly button: PartButton }) => {
  if (code) return <CopyCode label={label} code={code} />;
  if (link && isAddress(link))
    return (
      <a
        className={classes.button}
        href={link}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={link}
      >
        <IconExternalLink size={15} aria-hidden />
        <span>
          {label || link}
          {label && <small>{link}</small>}
        </span>
      </a>
    );
  return (
    <span className={classes.button} data-still>
      {phone && <IconPhone size={15} aria-hidden />}
      <span>
        {label}
        {(phone ?? link) && <small>{phone ?? link}</small>}
      </span>
    </span>
  );
};

/** A code that is made to be copied: a Pix key, the line of a slip. */
export const CopyCode = ({ label, code }: { readonly label: string; readonly code: string }) => {
  const { t } = useTranslation();
  return (
    <span className={classes.code}>
      <span>
        {label && <small>{label}</small>}
        <code>{code}</code>
      </span>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="light"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            aria-label={t('parts.copy', { what: label || code })}
            onClick={copy}
          >
            {t(copied ? 'common.copied' : 'common.copy')}
          </Button>
        )}
      </CopyButton>
    </span>
  );
};
