import { afterEach } from 'vitest';
import { reportPages } from './watched-pages.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') for (const page of await reportPages()) console.error(page);
});
