import '@mantine/core/styles.css';
import '../app/theme.css';
import { beforeEach } from 'vitest';
import { changeLanguage, startTexts } from '../i18n/i18n.ts';

await startTexts();

beforeEach(async () => {
  localStorage.clear();
  await changeLanguage('pt-BR');
});
