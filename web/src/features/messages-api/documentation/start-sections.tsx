import { Anchor, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { outsideExamples } from '#contracts/outside-examples.ts';
import { CodeBlock } from '../code-block.tsx';
import classes from './documentation.module.css';
import { type CodeLanguage, codeLanguages, exampleCode, type ShownCall } from './example-code.ts';
import { Coded, Prose } from './prose.tsx';
import { Section } from './section.tsx';
import { shownCalls } from './shown-calls.ts';

const { accepted, receivedFile } = outsideExamples;

/** What this is for, and where the token comes from. */
export const TokenSection = () => {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.lead}>{t('messagesApi.intro')}</p>
      <Section title={`1. ${t('messagesApi.token.title')}`}>
        <Prose text={t('messagesApi.token.text')} />
        <div className={classes.links}>
          <Anchor component={Link} to="/messages-api/keys" size="sm">
            {t('messagesApi.token.toKeys')}
          </Anchor>
          <span aria-hidden className={classes.quiet}>
            ·
          </span>
          <Anchor component={Link} to="/connections" size="sm">
            {t('messagesApi.token.toConnections')}
          </Anchor>
        </div>
        <Prose isQuiet text={t('messagesApi.token.header')} />
      </Section>
    </>
  );
};

type Props = {
  readonly token: string;
  readonly language: CodeLanguage;
  readonly onLanguage: (language: CodeLanguage) => void;
};

/** From the first message to what became of it, and what came back, in the reader's language of programming. */
export const CallSections = ({ token, language, onLanguage }: Props) => {
  const { t } = useTranslation();
  const words = {
    ...{ text: t('messagesApi.example.text'), caption: t('messagesApi.example.caption') },
    ...{ order: t('messagesApi.example.order'), invoice: t('messagesApi.example.invoice') },
    photo: t('messagesApi.example.photo'),
  };
  const calls = shownCalls(words);
  const received = { ...receivedFile.message, body: t('messagesApi.example.received') };
  const placeholder = t('messagesApi.token.placeholder');
  const { origin } = window.location;
  const code = (call: ShownCall) => (
    <CodeBlock
      what={`${call.method} /api${call.path}`}
      code={exampleCode(language, call, { origin, token, placeholder })}
    />
  );
  return (
    <>
      <Section title={`2. ${t('messagesApi.send.title')}`}>
        <Prose text={t('messagesApi.send.text')} />
        <SegmentedControl
          aria-label={t('messagesApi.code.language')}
          data={[...codeLanguages]}
          value={language}
          onChange={chosen => onLanguage(chosen as CodeLanguage)}
          style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        />
        {code(calls.text)}
        <CodeBlock
          what={t('messagesApi.send.answer')}
          code={pretty({ ...accepted, externalId: `${words.order}-1042` })}
        />
        <Prose text={t('messagesApi.send.after')} />
        <Prose text={t('messagesApi.send.absent')} />
      </Section>
      <Section title={`3. ${t('messagesApi.files.title')}`}>
        <Prose text={t('messagesApi.files.upload')} />
        {code(calls.upload)}
        <Prose text={t('messagesApi.files.address')} />
        {code(calls.address)}
      </Section>
      <Section title={`4. ${t('messagesApi.state.title')}`}>
        <Prose text={t('messagesApi.state.text')} />
        {code(calls.state)}
        <dl className={classes.terms}>
          {states.map(state => (
            <Term key={state} name={state} text={t(`messagesApi.state.of.${state}`)} />
          ))}
        </dl>
      </Section>
      <Section title={`5. ${t('messagesApi.list.title')}`}>
        {code(calls.list)}
        <Prose text={t('messagesApi.list.text')} />
      </Section>
      <Section title={`6. ${t('messagesApi.received.title')}`}>
        <Prose text={t('messagesApi.received.text')} />
        {code(calls.content)}
        <CodeBlock
          what={t('messagesApi.received.answer')}
          code={pretty({ ...receivedFile, message: received })}
        />
        <Prose text={t('messagesApi.received.file')} />
        {code(calls.media)}
        <Prose text={t('messagesApi.received.later')} />
      </Section>
    </>
  );
};

const states = [
  'queued',
  'sent',
  'delivered',
  'read',
  'unconfirmed',
  'failed',
  'deleted',
  'received',
] as const;

const Term = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <Coded text={text} />
    </dd>
  </>
);

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
