import { lazy, type PropsWithChildren, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageView, TicketView } from '#contracts/views.ts';
import { deleteMessage } from '../../api/message-changes.ts';
import { useUser } from '../../api/session-store.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { focusAgain } from '../../shared/focus-again.ts';
import { isTouched } from '../../shared/is-send-key.ts';
import { showError } from '../../shared/show-error.ts';
import { untilThere } from '../../shared/until-there.ts';
import { type Composing, ComposingContext, type Target } from './composing.ts';
import { mayAnswer } from './may-answer.ts';
import { MessageMenuContext, type OpenMessageMenu } from './message-menu-context.ts';

const MessageMenu = lazy(
  untilThere(async () => {
    const { MessageMenu: component } = await import('./message-menu.tsx');
    return { default: component };
  }),
);

type Opened = { readonly message: MessageView; readonly beside: HTMLElement; readonly at: DOMRect };

/** What the messages of one conversation share: their menu, and what is being answered or edited. */
export const MessageActions = ({ ticket, children }: PropsWithChildren<{ readonly ticket: TicketView }>) => {
  const { t } = useTranslation();
  const user = useUser();
  const [target, setTarget] = useState<Target>();
  const [opened, setOpened] = useState<Opened>();
  const [deleting, setDeleting] = useState<MessageView>();
  const field = useRef<() => void>(undefined);
  const composing = useMemo(
    (): Composing => ({
      target,
      begin: setTarget,
      end: () => setTarget(undefined),
      goWrite: () => {
        if (!isTouched()) field.current?.();
      },
      offerField: focus => {
        field.current = focus;
        return () => {
          if (field.current === focus) field.current = undefined;
        };
      },
    }),
    [target],
  );
  const open = useCallback<OpenMessageMenu>(
    (message, beside) => setOpened({ message, beside, at: beside.getBoundingClientRect() }),
    [],
  );
  const close = (): void => {
    setOpened(undefined);
    focusAgain(opened?.beside ?? null);
  };
  return (
    <ComposingContext value={composing}>
      <MessageMenuContext value={mayAnswer(user, ticket) ? open : undefined}>
        {children}
        {opened && (
          <Suspense fallback={null}>
            <MessageMenu
              message={opened.message}
              at={opened.at}
              onDelete={() => setDeleting(opened.message)}
              onClose={close}
            />
          </Suspense>
        )}
        {deleting && (
          <ConfirmDialog
            title={t('message.delete')}
            text={t('message.confirmDelete')}
            action={t('message.delete')}
            onConfirm={() => void deleteMessage(deleting.id).catch(showError)}
            onClose={() => setDeleting(undefined)}
          />
        )}
      </MessageMenuContext>
    </ComposingContext>
  );
};
