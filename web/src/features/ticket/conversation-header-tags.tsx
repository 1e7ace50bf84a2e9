import { Button, CloseButton, Popover } from '@mantine/core';
import { IconTagPlus } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TagRef } from '#contracts/tags.ts';
import type { TicketView } from '#contracts/views.ts';
import { focusAgain } from '../../shared/focus-again.ts';
import { untilThere } from '../../shared/until-there.ts';
import classes from './conversation-header.module.css';
import { useTags } from './conversation-header-use-tags.ts';

const TagPicker = lazy(untilThere(() => import('./dialogs/tag-picker.tsx')));

/** The ticket's tags under its header: shown, taken off, and more of them put on. */
export const HeaderTags = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation();
  const tags = useTags(ticket);
  const [isPicking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <section className={classes.tags} aria-label={t('work.tags')}>
      {ticket.tags.map(tag => (
        <Tag
          key={tag.id}
          tag={tag}
          isBusy={tags.isBusy}
          onRemove={() => void tags.toggle(tag).then(() => button.current?.focus())}
        />
      ))}
      <Popover
        opened={isPicking}
        onChange={setPicking}
        position="bottom-start"
        width={280}
        shadow="md"
        trapFocus
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <Button
            ref={button}
            size="compact-xs"
            variant="subtle"
            color="gray"
            fw={400}
            px={ticket.tags.length === 0 ? 6 : 4}
            leftSection={ticket.tags.length === 0 && <IconTagPlus size={16} aria-hidden />}
            aria-label={t('work.addTag')}
            data-hint={ticket.tags.length === 0 ? undefined : t('work.addTag')}
            onClick={() => setPicking(!isPicking)}
          >
            {ticket.tags.length === 0 ? t('work.addTag') : <IconTagPlus size={16} aria-hidden />}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs" aria-label={t('work.tags')}>
          <FocusBack to={button} />
          <Suspense fallback={<div style={{ height: 36 }} />}>
            <TagPicker ticket={ticket} tags={tags} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </section>
  );
};

/** What the popover notes itself as focused when it opens is its own field already. */
const FocusBack = ({ to }: { readonly to: RefObject<HTMLElement | null> }) => {
  useEffect(() => () => focusAgain(to.current), [to]);
  return null;
};

type TagProps = { readonly tag: TagRef; readonly isBusy: boolean; readonly onRemove: () => void };

const Tag = ({ tag, isBusy, onRemove }: TagProps) => {
  const { t } = useTranslation();
  return (
    <span className={classes.tag} title={tag.name}>
      <span className={classes.tagDot} style={{ background: tag.color }} aria-hidden />
      <span className={classes.tagName}>{tag.name}</span>
      <CloseButton
        size={18}
        iconSize={12}
        disabled={isBusy}
        aria-label={t('work.removeTag', { name: tag.name })}
        onClick={onRemove}
      />
    </span>
  );
};
