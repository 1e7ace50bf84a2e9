import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import type { MessageView } from '#contracts/views.ts';
import { MessageBubble } from '../features/ticket/message-bubble.tsx';
import { texts } from '../i18n/pt-BR/texts.ts';

const portuguese = i18next.createInstance();
await portuguese.init({
  ...{ lng: 'pt-BR', resources: { 'pt-BR': { translation: texts } }, returnNull: false },
  interpolation: { escapeValue: false },
});

/** The bubble of a message as a browser gets it, without a browser: the walk of tests/shown looks for texts in it. */
export const drawnBubble = (message: MessageView): string => {
  const { id: key, createdAt: at, fromMe } = message;
  const bubble = { kind: 'message', message, key, at, fromMe, day: '', first: true, last: true } as const;
  return renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={portuguese}>
        <QueryClientProvider client={new QueryClient()}>
          <MessageBubble bubble={bubble} showSender />
        </QueryClientProvider>
      </I18nextProvider>
    </MantineProvider>,
  );
};
