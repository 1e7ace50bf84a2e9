import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TicketHistoryEntry } from '#contracts/ticket-notes.ts';
import { texts as en } from '../i18n/en/texts.ts';
import { texts as es } from '../i18n/es/texts.ts';
import { texts as ptBR } from '../i18n/pt-BR/texts.ts';
import { historySentence } from './history-sentence.ts';

const id = '0198a000-0000-7000-8000-000000000001';
const bruno = { id, name: 'Bruno' };
const suporte = { id, name: 'Suporte', color: '#1c7ed6' };
const said = (entry: Partial<TicketHistoryEntry>): string =>
  historySentence(i18next.t, {
    ...{ position: 1, action: 'accepted', at: '2026-11-21T10:32:00.000Z', actor: 'user', user: bruno },
    ...{ to: null, queue: null, notes: null, tags: [], reason: null, rating: null },
    ...entry,
  });

describe('the sentence of a action', () => {
  beforeAll(async () => {
    const resources = {
      'pt-BR': { translation: ptBR },
      en: { translation: en },
      es: { translation: es },
    };
    await i18next.init({ lng: 'pt-BR', resources, interpolation: { escapeValue: false } });
  });

  it.each<[Partial<TicketHistoryEntry>, string]>([
    [{ action: 'accepted' }, 'Bruno aceitou'],
    [{ action: 'accepted', user: { ...bruno, removed: true } }, 'Bruno (desativado) aceitou'],
    [{ action: 'opened', actor: 'contact', user: null }, 'O contato abriu o ticket'],
    [{ action: 'transferred', queue: suporte }, 'transferido para Suporte por Bruno'],
    [
      { action: 'transferred', queue: suporte, to: { id, name: 'Ana' } },
      'transferido para Ana (Suporte) por Bruno',
    ],
    [{ action: 'returned' }, 'Bruno devolveu para a fila'],
    [
      { action: 'returned', actor: 'policy', user: null, reason: 'attendant-removed' },
      'voltou para a fila: o atendente saiu da empresa',
    ],
    [
      { action: 'closed', actor: 'policy', user: null, reason: 'auto-close' },
      'fechado por falta de resposta',
    ],
    [{ action: 'reopened', queue: suporte }, 'Bruno reabriu em Suporte'],
    [{ action: 'reopened', queue: suporte, reason: 'undone' }, 'Bruno desfez a resolução'],
    [{ action: 'tagged', tags: [suporte] }, 'Bruno marcou com Suporte'],
    [{ action: 'tagged' }, 'Bruno tirou todas as tags'],
    [{ action: 'noted', user: null }, 'Alguém anotou'],
    [{ action: 'ratingAsked', actor: 'policy', user: null }, 'avaliação pedida ao contato'],
    [
      { action: 'rated', actor: 'contact', user: null, to: { id, name: 'Ana' }, rating: 1 },
      'O contato avaliou Ana: 1 - Insatisfeito',
    ],
    [{ action: 'rated', actor: 'contact', user: null, rating: 3 }, 'O contato avaliou: 3 - Muito satisfeito'],
    [{ action: 'ratingExplained', actor: 'contact', user: null }, 'O contato disse por quê'],
  ])('says %j as "%s"', (entry, sentence) => {
    expect(said(entry)).toBe(sentence);
  });

  it.each([
    ['pt-BR', 'fechado por falta de resposta', 'voltou para a fila: o atendente saiu da empresa'],
    ['en', 'closed because nobody answered', 'back in the queue: its attendant has left the company'],
    ['es', 'cerrada por falta de respuesta', 'volvió a la cola: su agente dejó la empresa'],
  ])('says in %s what happens by itself', async (language, closed, returned) => {
    await i18next.changeLanguage(language);
    const alone = { actor: 'policy', user: null } as const;
    expect(said({ ...alone, action: 'closed', reason: 'auto-close' })).toBe(closed);
    expect(said({ ...alone, action: 'returned', reason: 'attendant-removed' })).toBe(returned);
    await i18next.changeLanguage('pt-BR');
  });
});
