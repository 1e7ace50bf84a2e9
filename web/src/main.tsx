import '@mantine/core/styles.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { resumeSession, watchSession } from './features/session/session-store.ts';
import { startTexts } from './i18n/i18n.ts';
import { watchFirstUse } from './shared/first-use.ts';
import { watchForNewerBuild } from './shared/newer-build.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

watchSession();
watchFirstUse();
watchForNewerBuild();
void resumeSession();
await startTexts();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
