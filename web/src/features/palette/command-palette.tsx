import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '../../shared/dialog.tsx';
import { offeredActions } from '../../shared/page-actions.ts';
import { errorText } from '../../shared/show-error.ts';
import classes from './palette.module.css';
import { groups, type PaletteItem, paletteItems } from './palette-items.ts';
import { useAcceptNext } from './use-accept-next.ts';
import { type Person, useFound } from './use-found.ts';

type Props = {
  /** Where one can go. */
  readonly screens: readonly { readonly to: string; readonly label: string }[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly startWith: (person: Person) => void;
  readonly onClose: () => void;
};

/** One field for everything: what can be done with the open ticket, tickets, contacts, screens, and the next to accept. */
const CommandPalette = ({ screens, typed, onType, startWith, onClose }: Props) => {
  const { t } = useTranslation();
  // Enter does nothing before something is typed or gone to.
  const [wantedAt, setAt] = useState(-1);
  const known = useKnown(screens);
  const found = useFound(typed, startWith);
  const items = paletteItems(typed, known, found.items);
  const at = Math.min(typed.trim() === '' ? wantedAt : Math.max(0, wantedAt), items.length - 1);
  const id = useId();
  const run = (item: PaletteItem): void => {
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (items.length === 0 || event.nativeEvent.isComposing) return;
    const item = items[at];
    if (event.key === 'ArrowDown') setAt((at + 1) % items.length);
    else if (event.key === 'ArrowUp') setAt(at > 0 ? at - 1 : items.length - 1);
    else if (event.key === 'Enter' && item) run(item);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12dvh"
      padding={0}
      size="lg"
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      transitionProps={{ duration: 0 }}
    >
      <TextInput
        size="md"
        variant="unstyled"
        className={classes.field ?? ''}
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded={items.length > 0}
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={items[at] && `${id}-${at}`}
        placeholder={t('palette.placeholder')}
        value={typed}
        maxLength={200}
        onChange={event => {
          onType(event.currentTarget.value);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <div className={classes.found}>
        <div id={id} role="listbox" aria-label={t('palette.title')} className={classes.list}>
          {groups.map(group => (
            <Group key={group} title={t(`palette.${group}`)} id={id} {...{ group, items, at, run }} />
          ))}
        </div>
        <Text className={classes.note ?? ''} size="xs" c="dimmed" role="status">
          {found.error && errorText(found.error)}
          {!found.error && found.isWaiting && t('contact.searching')}
          {!found.error && !found.isWaiting && items.length === 0 && t('palette.nothing')}
        </Text>
      </div>
    </Dialog>
  );
};
export default CommandPalette;

/** What is there before anything is searched for. */
const useKnown = (screens: Props['screens']): readonly PaletteItem[] => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const acceptNext = useAcceptNext();
  const [actions] = useState(offeredActions);
  return [
    ...actions.map(action => ({ ...action, group: 'ticket' as const })),
    { id: 'next', group: 'go', text: t('palette.acceptNext'), run: () => void acceptNext() },
    ...screens.map(({ to, label }) => ({
      ...{ id: to, group: 'go' as const, text: t('palette.goTo', { screen: label }) },
      run: () => void navigate(to),
    })),
  ];
};

type GroupProps = {
  readonly title: string;
  readonly group: PaletteItem['group'];
  readonly id: string;
  readonly items: readonly PaletteItem[];
  readonly at: number;
  readonly run: (item: PaletteItem) => void;
};

const Group = ({ title, group, id, items, at, run }: GroupProps) => {
  const own = items.flatMap((item, index) => (item.group === group ? [{ item, index }] : []));
  if (own.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, no fieldsets
    <div role="group" aria-label={title}>
      <div className={classes.group} aria-hidden>
        {title}
      </div>
      {own.map(({ item, index }) => (
        <Option
          key={item.id}
          id={`${id}-${index}`}
          item={item}
          isAt={index === at}
          onChoose={() => run(item)}
        />
      ))}
    </div>
  );
};

type OptionProps = {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isAt: boolean;
  readonly onChoose: () => void;
};

const Option = ({ id, item, isAt, onChoose }: OptionProps) => {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAt) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isAt]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      ref={element}
      id={id}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={isAt}
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={classes.text} title={item.text}>
        {item.text}
      </span>
      {item.detail && <span className={`${classes.detail} figures`}>{item.detail}</span>}
    </div>
  );
};
