import { Badge } from '@mantine/core';
import { IconBolt, IconPaperclip, IconPencil, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuickMessageView } from '#contracts/quick-messages.ts';
import { may } from '#domain/access/may.ts';
import { quickMessageSource } from '../../api/quick-messages.ts';
import { useUser } from '../../api/session-store.ts';
import { useHistoryAction } from '../../kit/history.ts';
import { RecordPage } from '../../kit/records/record-page.tsx';
import type { RecordColumn } from '../../kit/records/record-table.tsx';
import { RemoveDialog } from '../../kit/records/remove-dialog.tsx';
import type { RecordAction } from '../../kit/records/row-actions.tsx';
import { QuickMessageForm } from './quick-message-form.tsx';
import classes from './quick-messages.module.css';

type Choice =
  | { readonly kind: 'form'; readonly quick?: QuickMessageView }
  | { readonly kind: 'remove'; readonly quick: QuickMessageView };

/** One's own quick messages, and those of the company, which only who may share changes. */
const QuickMessagesPage = () => {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>();
  const close = useCallback(() => setChoice(undefined), []);
  const columns = useQuickMessageColumns();
  const historyActions = useHistoryAction();
  const mayShare = may(useUser(), 'quickMessage.share');
  const actions = (quick: QuickMessageView): readonly RecordAction[] =>
    quick.shared && !mayShare
      ? []
      : [
          { label: t('records.edit'), icon: IconPencil, run: () => setChoice({ kind: 'form', quick }) },
          ...historyActions('object', quick.id),
          {
            ...{ label: t('records.remove'), icon: IconTrash, isDangerous: true },
            run: () => setChoice({ kind: 'remove', quick }),
          },
        ];
  return (
    <>
      <RecordPage
        {...{ source: quickMessageSource, columns, actions, nameOf }}
        title={t('navigation.quickMessages')}
        icon={IconBolt}
        emptyText={t('quickMessages.empty')}
        add={{ label: t('quickMessages.add'), run: () => setChoice({ kind: 'form' }) }}
      />
      {choice?.kind === 'form' && <QuickMessageForm quick={choice.quick} onClose={close} />}
      {choice?.kind === 'remove' && (
        <RemoveDialog
          {...{ source: quickMessageSource, id: choice.quick.id, onClose: close }}
          title={t('quickMessages.removeOf', { name: choice.quick.shortcode })}
          doneText={t('quickMessages.removed')}
        />
      )}
    </>
  );
};
export default QuickMessagesPage;

const nameOf = ({ shortcode }: QuickMessageView): string => shortcode;

const useQuickMessageColumns = (): readonly RecordColumn<QuickMessageView>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        ...{ id: 'shortcode', header: t('quickMessages.shortcode'), width: 'minmax(0, 220px)' },
        cell: ({ shortcode, shared }) => (
          <span className={classes.shortcode}>
            <span className={classes.name} title={shortcode}>
              /{shortcode.replace(/^\//, '')}
            </span>
            {shared && (
              <Badge size="sm" variant="light" color="gray" tt="none" className={classes.mark ?? ''}>
                {t('quickMessages.sharedMark')}
              </Badge>
            )}
          </span>
        ),
      },
      {
        ...{ id: 'message', header: t('quickMessages.message') },
        cell: ({ message }) => <span title={message.slice(0, longestTitle)}>{message}</span>,
      },
      {
        ...{ id: 'file', header: t('quickMessages.file'), width: 'minmax(0, 200px)' },
        cell: quick => <Attachment quick={quick} />,
      },
    ],
    [t],
  );
};

const longestTitle = 500;

const Attachment = ({ quick: { mediaName: name, mediaPath } }: { quick: QuickMessageView }) => {
  const { t } = useTranslation();
  if (name === null || mediaPath === null) return null;
  return (
    <a
      className={classes.file}
      href={mediaPath}
      target="_blank"
      rel="noreferrer"
      aria-label={t('quickMessages.openFile', { name })}
      title={name}
    >
      <IconPaperclip size={16} aria-hidden />
      <span className={classes.name}>{name}</span>
    </a>
  );
};
