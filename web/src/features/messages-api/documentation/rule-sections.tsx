import { Anchor, Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  idempotencyHours,
  longestIdempotencyKey,
  maxFiles,
  mostMediaUrls,
} from '#contracts/outside-messages.ts';
import { problemStatus } from '#contracts/problems.ts';
import type { ErrorCode } from '#domain/shared/errors.ts';
import { maxWebhooks } from '#domain/webhook/event-types.ts';
import { featuresQuery } from '../../../api/features.ts';
import { CodeBlock } from '../code-block.tsx';
import classes from './documentation.module.css';
import { Coded, Prose } from './prose.tsx';
import { Section } from './section.tsx';

const fields = [
  ...['number', 'body', 'medias', 'mediaUrl', 'fileName', 'externalId', 'queueId', 'userId', 'sendSignature'],
  ...['closeTicket', 'quotedMessageId', 'whatsappId'],
] as const;

/** What programs meet; each by the status that it is answered with. */
const problems = (
  [
    ...['ERR_UNREADABLE_BODY', 'ERR_WEBHOOK_ADDRESS', 'ERR_UNAUTHENTICATED', 'ERR_SUBSCRIPTION_EXPIRED'],
    ...['ERR_SCOPE_MISSING', 'ERR_NO_MESSAGE_FOUND', 'ERR_NOT_FOUND', 'ERR_NO_WAPP_FOUND'],
    ...['ERR_NO_QUEUE_FOUND', 'ERR_NO_USER_FOUND', 'ERR_NO_WEBHOOK_FOUND', 'ERR_NO_DELIVERY_FOUND'],
    ...[
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_IDEMPOTENCY_MISMATCH',
      'ERR_CONFLICT',
      'ERR_WEBHOOK_LIMIT',
      'ERR_WEBHOOK_DISABLED',
    ],
    ...['ERR_MEDIA_TOO_LARGE', 'ERR_CONTENT_TYPE'],
    ...['ERR_VALIDATION', 'ERR_EMPTY_MESSAGE', 'ERR_WAPP_INVALID_CONTACT', 'ERR_MEDIA_NOT_FETCHED'],
    ...['ERR_TOO_MANY_REQUESTS', 'ERR_INTERNAL', 'ERR_UNAVAILABLE', 'ERR_DISK_FULL'],
  ] as const satisfies readonly ErrorCode[]
).map(code => ({ code, status: problemStatus(code) }));

/** What holds for all calls. */
export const RuleSections = () => {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('messagesApi.once.title')}>
        <Prose
          text={t('messagesApi.once.text', { length: longestIdempotencyKey, hours: idempotencyHours })}
        />
      </Section>
      <Section title={t('messagesApi.fields.title')}>
        <dl className={classes.terms}>
          {fields.map(field => (
            <FieldTerm key={field} field={field} />
          ))}
        </dl>
      </Section>
      <Section title={t('messagesApi.problems.title')}>
        <Prose text={t('messagesApi.problems.text')} />
        <Problems />
      </Section>
      <Section title={t('messagesApi.limits.title')}>
        <Limits />
      </Section>
    </>
  );
};

const FieldTerm = ({ field }: { readonly field: (typeof fields)[number] }) => {
  const { t } = useTranslation();
  return (
    <>
      <dt>{field}</dt>
      <dd>
        <Coded text={t(`messagesApi.fields.of.${field}`, { urls: mostMediaUrls })} />
      </dd>
    </>
  );
};

const Problems = () => {
  const { t } = useTranslation();
  return (
    <table className={classes.table} aria-label={t('messagesApi.problems.title')}>
      <thead>
        <tr>
          <th scope="col">{t('messagesApi.problems.status')}</th>
          <th scope="col">{t('messagesApi.problems.code')}</th>
          <th scope="col">{t('messagesApi.problems.meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ code, status }) => (
          <tr key={code}>
            <td className="figures">{status}</td>
            <td>
              <code className={classes.code}>{code}</code>
            </td>
            <td>
              <Coded text={t(`messagesApi.problems.of.${code}`)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const longestText = 65_536;
const inMegabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

const Limits = () => {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(featuresQuery);
  const figure = (count: number): string => count.toLocaleString(i18n.language);
  return (
    <ul className={classes.list}>
      {data && (
        <>
          <li>
            <Coded text={t('messagesApi.limits.calls', { calls: figure(data.outsideLimits.calls) })} />
          </li>
          <li>{t('messagesApi.limits.number', { messages: figure(data.outsideLimits.perNumber) })}</li>
        </>
      )}
      <li>
        <Coded text={t('messagesApi.limits.met')} />
      </li>
      <li>{t('messagesApi.limits.text', { characters: figure(longestText) })}</li>
      {data && (
        <li>
          {t('messagesApi.limits.files', {
            ...{ file: inMegabytes(data.fileLimit), media: inMegabytes(data.mediaLimit) },
          })}
        </li>
      )}
      <li>
        {t('messagesApi.limits.counts', { files: maxFiles, urls: mostMediaUrls, webhooks: maxWebhooks })}
      </li>
    </ul>
  );
};

/** Where it goes on: webhooks, and every call there is. */
export const MoreSections = () => {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('messagesApi.told.title')}>
        <Prose text={t('messagesApi.told.text')} />
        <Anchor component={Link} to="/messages-api/webhooks" size="sm">
          {t('messagesApi.told.link')}
        </Anchor>
      </Section>
      <Section title={t('messagesApi.reference.title')}>
        <Prose text={t('messagesApi.reference.text')} />
        <CodeBlock
          what={t('messagesApi.reference.address')}
          code={`${window.location.origin}/docs/programs.json`}
        />
        <Button
          component="a"
          href="/docs"
          target="_blank"
          rel="noopener"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          rightSection={<IconExternalLink size={16} stroke={1.6} aria-hidden />}
        >
          {t('messagesApi.reference.link')}
        </Button>
      </Section>
    </>
  );
};
