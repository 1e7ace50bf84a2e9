import { IconPencil, IconTags, IconTrash } from '@tabler/icons-react';
import { type CSSProperties, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TagView } from '#contracts/tags.ts';
import { may } from '#domain/access/may.ts';
import { useUser } from '../../api/session-store.ts';
import { tagSource } from '../../api/tags.ts';
import { useHistoryAction } from '../../kit/history.ts';
import { RecordPage } from '../../kit/records/record-page.tsx';
import type { RecordColumn } from '../../kit/records/record-table.tsx';
import { RemoveDialog } from '../../kit/records/remove-dialog.tsx';
import type { RecordAction } from '../../kit/records/row-actions.tsx';
import { TagForm } from './tag-form.tsx';
import classes from './tags.module.css';

type Choice =
  | { readonly kind: 'form'; readonly tag?: TagView }
  | { readonly kind: 'remove'; readonly tag: TagView };

/** The tags of the company: how many tickets have each, and who may make, change and remove them. */
const TagsPage = () => {
  const { t } = useTranslation();
  const user = useUser();
  const [choice, setChoice] = useState<Choice>();
  const close = useCallback(() => setChoice(undefined), []);
  const columns = useTagColumns();
  const historyActions = useHistoryAction();
  const actions = (tag: TagView): readonly RecordAction[] => [
    ...(may(user, 'tag.change')
      ? [{ label: t('records.edit'), icon: IconPencil, run: () => setChoice({ kind: 'form', tag }) }]
      : []),
    ...historyActions('object', tag.id),
    ...(may(user, 'tag.remove')
      ? [
          {
            ...{ label: t('records.remove'), icon: IconTrash, isDangerous: true },
            run: () => setChoice({ kind: 'remove', tag }),
          },
        ]
      : []),
  ];
  const add = { label: t('tags.add'), run: () => setChoice({ kind: 'form' }) };
  return (
    <>
      <RecordPage
        {...{ source: tagSource, columns, actions, nameOf }}
        title={t('navigation.tags')}
        icon={IconTags}
        emptyText={t('tags.empty')}
        add={may(user, 'tag.create') ? add : undefined}
      />
      {choice?.kind === 'form' && <TagForm tag={choice.tag} onClose={close} />}
      {choice?.kind === 'remove' && <RemoveTag tag={choice.tag} onClose={close} />}
    </>
  );
};
export default TagsPage;

const nameOf = ({ name }: TagView): string => name;

const useTagColumns = (): readonly RecordColumn<TagView>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { id: 'name', header: t('tags.name'), cell: tag => <Chip tag={tag} /> },
      {
        ...{ id: 'tickets', header: t('tags.tickets'), width: '120px', isNumber: true },
        cell: tag => <TicketsOf tag={tag} />,
      },
    ],
    [t],
  );
};

const Chip = ({ tag: { name, color } }: { tag: TagView }) => {
  const style: CSSProperties & Record<'--tag', string> = { '--tag': color };
  return (
    <span className={classes.chip} style={style} title={name}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.name}>{name}</span>
    </span>
  );
};

/** How many tickets have it, which leads to the search for them. */
const TicketsOf = ({ tag: { id, name, ticketsCount: count } }: { tag: TagView }) => {
  const { t } = useTranslation();
  const text = (
    <>
      {count}
      <span className={classes.unit} aria-hidden>
        {t('tags.ticketsOf', { count }).replace(String(count), '')}
      </span>
    </>
  );
  if (count === 0) return <span className={classes.none}>{text}</span>;
  return (
    <Link
      className={classes.tickets}
      to={`/tickets?tag=${id}`}
      aria-label={t('tags.showTickets', { count, name })}
    >
      {text}
    </Link>
  );
};

const RemoveTag = ({ tag, onClose }: { tag: TagView; onClose: () => void }) => {
  const { t } = useTranslation();
  const { id, name, ticketsCount: count } = tag;
  return (
    <RemoveDialog
      {...{ source: tagSource, id, onClose }}
      title={t('tags.removeOf', { name })}
      {...(count > 0 && { text: t('tags.removesFrom', { count }) })}
      doneText={t('tags.removed')}
    />
  );
};
