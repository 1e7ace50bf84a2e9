import i18next from 'i18next';
import { expect, it } from 'vitest';
import { actionsOfKind, auditActions, auditFilter, auditKinds, parametersOf } from '#contracts/audit.ts';
import { nameOf } from '#contracts/audit-words/field-text.ts';
import { sentenceOf as sentenceIn } from '#contracts/audit-words/sentence.ts';
import { sayIn } from '#contracts/audit-words/texts.ts';
import { actionLabel } from '#contracts/audit-words/words.ts';
import { episodesExportQuery } from '#contracts/dashboard.ts';
import { eventExportQuery } from '#contracts/event-exports.ts';
import { shownFields } from '#domain/audit/changes.ts';
import { kept } from '#domain/audit/kept.ts';
import { catalogue } from '#domain/catalogue.ts';
import { personalData } from '#domain/shared/event.ts';
import { sentenceOf } from '../features/audit/entry-text.ts';
import { texts as english } from './en/texts.ts';
import { texts as spanish } from './es/texts.ts';
import { texts as portuguese } from './pt-BR/texts.ts';

const languages = [portuguese, english, spanish];
const actor = { kind: 'user', id: '0198a000-0000-7000-8000-000000000001', name: null } as const;
const parameters = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? ''))].toSorted();

it('has a sentence for every event of the catalogue in every language, with the parameters that are kept', () => {
  for (const { audit } of languages) {
    const sentences: Readonly<Record<string, string>> = audit.events;
    expect(Object.keys(sentences).toSorted()).toEqual([...auditActions].toSorted());
    for (const action of auditActions)
      expect([action, parameters(sentences[action] ?? '')]).toEqual([
        action,
        [...(kept[action].keep ?? [])].toSorted(),
      ]);
  }
});

it('says in words how a connection stands, and by what an export was narrowed', async () => {
  const instance = i18next.createInstance();
  const t = await instance.init({
    lng: 'pt-BR',
    resources: { 'pt-BR': { translation: portuguese } },
    interpolation: { escapeValue: false },
  });
  const words = { t, language: 'pt-BR', names: new Map() };
  const status = {
    action: 'ConnectionStatusChanged' as const,
    actor,
    details: { status: 'qrcode', reason: null },
  };
  expect(sentenceOf(words, status)).toBe('Estado da conexão: Aguardando QR Code');
  const by = [
    'from=2026-11-01',
    'names=no',
    'kind=tag',
    'metric=pending',
    'q=Ana=B',
    'action=TicketAccepted',
    'key=userRating',
  ];
  expect(
    sentenceOf(words, { action: 'DataExported', actor, details: { what: 'events', format: 'csv', by } }),
  ).toBe(
    'Exportou eventos em CSV (de 01/11/2026, nomes: não, assunto: Tags, número: Aguardando, nome: “Ana=B”, ação: Aceitou o ticket, configuração: Avaliações)',
  );
  const part = ['metric=closed', 'by=tag', 'key=none', 'closing=human', 'weekday=2'];
  const figure = { what: 'dashboard', format: 'csv', by: part };
  expect(sentenceOf(words, { action: 'DataExported', actor, details: figure })).toBe(
    'Exportou números do dashboard em CSV (número: Encerrados, separado por: Tag, só de: nenhuma, encerrado: por pessoa, dia da semana: terça-feira)',
  );
  const moved = { action: 'TicketTransferred' as const, actor, details: { queueId: null, userId: null } };
  expect(sentenceOf(words, { ...moved, details: { ...moved.details, queueId: 'x' } })).toContain(
    ', sem atendente',
  );
  expect(sentenceOf(words, { action: 'TicketTagged', actor, details: { tagIds: [] } })).toBe(
    'Tirou todas as tags do ticket',
  );
  const once = { localAt: '2026-11-25T09:00', recurrence: 'none' };
  expect(sentenceOf(words, { action: 'ScheduledMessageCreated', actor, details: once })).toBe(
    'Agendou uma mensagem para 25/11/2026 09:00 (uma vez)',
  );
  const set = {
    action: 'CompanySettingChanged' as const,
    actor,
    details: { key: 'autoClose', value: 'enabled' },
  };
  const groups = { ...set, details: { key: 'CheckMsgIsGroup', value: 'enabled' } };
  expect(sentenceOf(words, groups)).toBe('Mudou a configuração “Mensagens de grupos” para “Ignorar”');
  expect(sentenceOf(words, set)).toContain('Ao fechar por falta de resposta');
});

it('says the same without a screen, in every language', async () => {
  const queue = '0198a000-0000-7000-8000-000000000021';
  const about = { kind: 'queue' as const, gone: true, erased: false, number: null, contactName: null };
  const names = new Map([[queue, { ...about, id: queue, name: 'Vendas' }]]);
  const by = [
    `queueId=${queue}`,
    'metric=pending',
    'time=business',
    'weekday=2',
    'from=2026-11-01',
    'names=no',
  ];
  const entries = [
    { action: 'DataExported' as const, details: { what: 'dashboard', format: 'csv', by } },
    { action: 'ConnectionStatusChanged' as const, details: { status: 'qrcode', reason: null } },
    { action: 'AuditSearched' as const, details: { by: [] } },
    { action: 'CompanySettingChanged' as const, details: { key: 'call', value: 'constructor' } },
    { action: 'CompanySettingChanged' as const, details: { key: 'call', value: 'enabled' } },
    { action: 'CompanySettingChanged' as const, details: { key: 'menuMinutes', value: '30' } },
    ...auditActions.map(action => ({ action, details: {} })),
    { action: 'UserAccessRefused' as const, details: { count: 1, actions: ['replay:view', 'ownPassword'] } },
    { action: 'ContactImportUndone' as const, details: { removed: 0, restored: 1, kept: 1_000_000 } },
  ].map(entry => ({ ...entry, actor }));
  for (const [lng, texts] of [
    ['pt-BR', portuguese] as const,
    ['en', english] as const,
    ['es', spanish] as const,
  ]) {
    const instance = i18next.createInstance();
    const t = await instance.init({
      ...{ lng, resources: { [lng]: { translation: texts } } },
      interpolation: { escapeValue: false },
    });
    const words = { t: sayIn(lng), language: lng, names, dateAndTime: (at: string) => at };
    for (const entry of entries)
      expect(sentenceIn(words, entry)).toBe(sentenceOf({ t, language: lng, names }, entry));
    for (const entry of entries.slice(0, 1)) expect(sentenceIn(words, entry)).not.toContain(queue);
  }
});

it('calls every action by a whole phrase, and no two of a kind alike', () => {
  const loose = {
    'pt-BR': /\s(a|o|ao|à|as|os|da|de|do|em|na|no|para|por|perfil|evento)$/,
    en: /\s(a|an|the|to|of|on|in|by|for|from|profile|event)$/,
    es: /\s(a|al|el|la|las|los|de|del|en|para|por|perfil|evento)$/,
  };
  for (const language of ['pt-BR', 'en', 'es'] as const) {
    const labelOf = (action: string) => actionLabel(sayIn(language), action);
    const labels = auditActions.filter(action => parametersOf(action).length > 0).map(labelOf);
    expect(labels.filter(label => loose[language].test(label) || /[{}[\]|:;,]/.test(label))).toEqual([]);
    for (const kind of auditKinds) {
      const ofKind = actionsOfKind(kind).map(labelOf);
      expect(new Set(ofKind).size).toBe(ofKind.length);
    }
  }
  for (const { audit } of languages)
    for (const action of Object.keys(audit.actionNames)) expect(auditActions).toContain(action);
});

it('calls an erased contact as the dashboard does, also where it is of a ticket', () => {
  const id = '0198a000-0000-7000-8000-000000000022';
  const erased = { id, name: '', gone: true, erased: true, number: null, contactName: null };
  for (const [lng, { dashboard }] of Object.entries({ 'pt-BR': portuguese, en: english, es: spanish })) {
    const words = { t: sayIn(lng as 'pt-BR' | 'en' | 'es') };
    const name = dashboard.list.erased;
    expect(nameOf(words, { ...erased, kind: 'contact' })).toBe(name);
    const ticket = { ...erased, kind: 'ticket' as const, gone: false, number: 5, contactName: '' };
    expect(nameOf(words, ticket)).toBe(`Ticket 5 · ${name}`);
  }
});

it('has a word for every filter in every language', () => {
  const filters = [auditFilter, episodesExportQuery, eventExportQuery].flatMap(({ shape }) =>
    Object.keys(shape),
  );
  for (const { audit } of languages)
    for (const name of filters.filter(each => !['format', 'language'].includes(each)))
      expect(audit.narrowed).toHaveProperty(name);
});

it('has a label for every field that an entry shows, in every language', () => {
  for (const { audit } of languages)
    expect(Object.keys(audit.fields).toSorted()).toEqual(shownFields.toSorted());
});

it('has a word for every kind of thing', () => {
  for (const { audit } of languages)
    expect(Object.keys(audit.kinds).toSorted()).toEqual([...auditKinds].toSorted());
});

it('keeps nothing personal of any event', () => {
  const shapes = Object.assign({}, ...Object.values(catalogue)) as Record<
    string,
    { shape: Record<string, object> }
  >;
  for (const action of auditActions)
    for (const name of kept[action].keep ?? []) {
      const field = shapes[action]?.shape[name];
      expect([action, name, isPersonal(field)]).toEqual([action, name, false]);
    }
});

const isPersonal = (field: unknown): boolean => {
  if (typeof field !== 'object' || field === null) return false;
  if (personalData.has(field as never)) return true;
  const definition = Reflect.get(field, 'def') as Record<string, unknown> | undefined;
  return [definition?.innerType, definition?.element].some(isPersonal);
};
