import '@mantine/core/styles.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { resumeSession, watchSession } from './api/session-store.ts';
import { App } from './app/app.tsx';
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
