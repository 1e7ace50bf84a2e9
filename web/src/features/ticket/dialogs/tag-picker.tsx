import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TagRef } from '#contracts/tags.ts';
import type { TicketView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { useUser } from '../../../api/session-store.ts';
import { createTag, tagListQuery } from '../../../api/tags.ts';
import { TagColors } from '../../../kit/tag-colors.tsx';
import { newCommandId } from '../../../shared/command-id.ts';
import { errorText } from '../../../shared/show-error.ts';
import type { Tags } from '../conversation-header-use-tags.ts';
import classes from './ticket-dialogs.module.css';

type Props = { readonly ticket: TicketView; readonly tags: Tags };

const newTag = '$new';
const shortest = 3;
const longest = 50;

/** Puts tags on a ticket and takes them off, and makes new ones. */
const TagPicker = ({ ticket, tags }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: all = [], isPending, error } = useQuery(tagListQuery);
  const mayCreate = may(useUser(), 'tag.create');
  const [search, setSearch] = useState('');
  const [creating, setCreating] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const combobox = useCombobox();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (creating === undefined) field.current?.focus();
  }, [creating]);
  const wanted = search.trim();
  const found = all.filter(tag => folded(tag.name).includes(folded(wanted)));
  const isNew = mayCreate && wanted !== '' && !all.some(tag => folded(tag.name) === folded(wanted));

  const choose = (value: string): void => {
    if (tags.isBusy) return;
    if (value === newTag) {
      if (wanted.length < shortest) setFailure(t('work.tagTooShort'));
      else setCreating(wanted);
      return;
    }
    const tag = all.find(({ id }) => id === value);
    if (tag) void tags.toggle(tag);
    setSearch('');
  };
  const create = async (name: string, color: string): Promise<void> => {
    try {
      await tags.toggle(await createTag(client, { name, color }, newCommandId()));
      setSearch('');
    } catch (refusal) {
      setFailure(errorText(refusal));
    }
    setCreating(undefined);
  };

  if (creating !== undefined) {
    return (
      <TagColors
        name={creating}
        onChoose={color => create(creating, color)}
        onCancel={() => setCreating(undefined)}
      />
    );
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget>
        <TextInput
          ref={field}
          size="sm"
          aria-label={t('work.findTag')}
          placeholder={t('work.findTag')}
          maxLength={longest}
          value={search}
          error={failure ?? (error ? errorText(error) : undefined)}
          onChange={event => {
            setSearch(event.currentTarget.value);
            setFailure(undefined);
            combobox.updateSelectedOptionIndex();
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options mah={240} mt={4} className={classes.options ?? ''} aria-label={t('work.tags')}>
        {found.map(tag => (
          <TagOption key={tag.id} tag={tag} isOn={ticket.tags.some(({ id }) => id === tag.id)} />
        ))}
        {isNew && (
          <Combobox.Option value={newTag} className={classes.option ?? ''}>
            <IconPlus size={14} aria-hidden />
            <span className={classes.ellipsis}>{t('work.createTag', { name: wanted })}</span>
          </Combobox.Option>
        )}
      </Combobox.Options>
      {!isPending && all.length === 0 && !isNew && (
        <Text size="xs" c="dimmed" p={4}>
          {t('work.noTags')}
        </Text>
      )}
    </Combobox>
  );
};
export default TagPicker;

const TagOption = ({ tag, isOn }: { tag: TagRef; isOn: boolean }) => (
  <Combobox.Option value={tag.id} active={isOn} className={classes.option ?? ''} aria-checked={isOn}>
    <span className={classes.dot} style={{ background: tag.color }} aria-hidden />
    <span className={classes.ellipsis} title={tag.name}>
      {tag.name}
    </span>
    {isOn && <IconCheck size={14} className={classes.check} aria-hidden />}
  </Combobox.Option>
);

/** As people look for words: without regard to case and accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
