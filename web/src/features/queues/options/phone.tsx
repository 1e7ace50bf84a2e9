import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconRefresh, IconSend2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Menu } from '#domain/menu/menu.ts';
import { settingsOf, useUser } from '../../../api/session-store.ts';
import { FormattedText } from '../../../shared/formatted-text.tsx';
import classes from './phone.module.css';
import { languageOf, type Talk, talkOf } from './talk.ts';

type Props = {
  readonly menu: Menu;
  readonly name: string;
  /** What leads to the option that is looked at. */
  readonly answers: readonly string[];
};

/** The menu as a customer's phone shows it, and a trial of it: what is typed is answered as customers are. */
export const Phone = ({ menu, name, answers: preview }: Props) => {
  const { t } = useTranslation();
  const language = languageOf(settingsOf(useUser()).language);
  const [trial, setTrial] = useState<readonly string[]>();
  const field = useRef<HTMLInputElement>(null);
  const talk = talkOf(menu, trial ?? preview, language);
  const asks = talkOf(menu, [], language).end === null;
  const begin = (): void => {
    setTrial([]);
    field.current?.focus();
  };
  return (
    <section className={classes.phone} aria-label={t('queueMenu.phone')}>
      <header className={classes.head}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        {asks && (
          <Button
            size="compact-xs"
            variant="light"
            leftSection={trial ? <IconRefresh size={14} /> : <IconPlayerPlay size={14} />}
            onClick={begin}
          >
            {trial ? t('queueMenu.again') : t('queueMenu.try')}
          </Button>
        )}
      </header>
      <Lines talk={talk} name={name} />
      {trial && (
        <Answer field={field} isOver={talk.end !== null} onAnswer={answer => setTrial([...trial, answer])} />
      )}
    </section>
  );
};

const Lines = ({ talk: { lines, end }, name }: { readonly talk: Talk; readonly name: string }) => {
  const { t } = useTranslation();
  const log = useRef<HTMLDivElement>(null);
  const count = lines.length;
  useEffect(() => {
    if (count > 0) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the phone is scrolled by keys
    <div ref={log} className={classes.log} role="log" aria-label={t('queueMenu.texts')} tabIndex={0}>
      {lines.map(({ from, body }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a talk have no other name
        <div key={index} className={classes.bubble} data-from={from}>
          <FormattedText text={body} />
        </div>
      ))}
      {end && (
        <p className={classes.end}>
          {end.reason === 'invalid' ? t('queueMenu.endsUnread', { name }) : t('queueMenu.ends', { name })}
        </p>
      )}
    </div>
  );
};

type AnswerProps = {
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly isOver: boolean;
  readonly onAnswer: (answer: string) => void;
};

const Answer = ({ field, isOver, onAnswer }: AnswerProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  useEffect(() => field.current?.focus(), [field]);
  const send = (): void => {
    if (isOver || text.trim() === '') return;
    onAnswer(text);
    setText('');
    field.current?.focus();
  };
  return (
    <div className={classes.foot}>
      <TextInput
        ref={field}
        className={classes.answer ?? ''}
        size="sm"
        maxLength={200}
        autoComplete="off"
        aria-label={t('queueMenu.answer')}
        placeholder={t('queueMenu.answer')}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          // The queue's own form stands around it.
          event.preventDefault();
          send();
        }}
      />
      <ActionIcon
        size={36}
        aria-label={t('queueMenu.send')}
        disabled={isOver || text.trim() === ''}
        onClick={send}
      >
        <IconSend2 size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
};
