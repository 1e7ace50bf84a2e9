import { expect, it } from 'vitest';
import { z } from 'zod';
import { parametersOf } from '#contracts/audit.ts';
import { apiScopes } from '#domain/api-key/events.ts';
import { kept } from '#domain/audit/kept.ts';
import { type AnyEventType, catalogue } from '#domain/catalogue.ts';
import { claimKinds } from '#domain/claim/events.ts';
import { recurrences as periods } from '#domain/company/events.ts';
import { providers } from '#domain/connection/events.ts';
import { importSources } from '#domain/contact-import/events.ts';
import { exportedThings, exportFormats } from '#domain/data-access/events.ts';
import { automaticKinds } from '#domain/message/automatic.ts';
import { mediaTypes } from '#domain/message/events.ts';
import { fileStates, sendingStatuses } from '#domain/message/message.ts';
import { clocks, groupings, happenings } from '#domain/questions/definition.ts';
import { scheduleStatuses } from '#domain/schedule/lifecycle.ts';
import { revocations } from '#domain/session/events.ts';
import { recurrences } from '#domain/shared/recurrence.ts';
import { ticketStatuses } from '#domain/ticket/events.ts';
import { leavingReasons } from '#domain/ticket/leaving-reasons.ts';
import { profiles } from '#domain/user/events.ts';
import { payloadKinds } from '#domain/webhook/event-types.ts';
import { disablingReasons } from '#domain/webhook/events.ts';
import { fieldText } from './field-text.ts';
import { sayIn } from './texts.ts';
import type { Words } from './words.ts';

const languages = ['pt-BR', 'en', 'es'] as const;
const wordsIn = (language: (typeof languages)[number]) => ({
  ...{ t: sayIn(language), language, names: new Map(), dateAndTime: (at: string) => at },
});

/** Every word that a field can be, by the field that it is shown in. */
const values: Readonly<Record<string, readonly string[]>> = {
  profile: profiles,
  status: [
    ...ticketStatuses,
    'deleted',
    'CONNECTED',
    'OPENING',
    'PAIRING',
    'qrcode',
    'TIMEOUT',
    'DISCONNECTED',
  ],
  session: ['CONNECTED', 'OPENING', 'PAIRING', 'qrcode', 'TIMEOUT', 'DISCONNECTED'],
  messageStatus: [...sendingStatuses, 'received', 'deleted'],
  contactStatus: ['active', 'merged', 'removed', 'erased'],
  scheduleStatus: [...scheduleStatuses, 'removed'],
  fileState: fileStates.filter(state => state !== 'none'),
  reason: [...revocations, ...leavingReasons, ...disablingReasons],
  provider: providers,
  period: periods,
  payload: payloadKinds,
  mediaType: mediaTypes,
  automatic: automaticKinds,
  source: importSources,
  what: exportedThings,
  format: exportFormats,
  scopes: apiScopes,
  recurrence: recurrences,
  kind: claimKinds,
  ...{ startKind: happenings, endKind: happenings, clock: clocks, grouping: groupings },
  computing: ['yes', 'no'],
};

const hasWord = ({ t }: Words, field: string, option: string): boolean =>
  [`audit.valuesOf.${field}.${option}`, `connections.statuses.${option}`].some(
    key => t(key, { defaultValue: '' }) !== '',
  );

it.each(languages)('has a word in %s for everything that a field can be', language => {
  const words = wordsIn(language);
  const raw = Object.entries(values).flatMap(([field, options]) =>
    options.filter(option => !hasWord(words, field, option)).map(option => `${field} ${option}`),
  );
  expect(raw).toEqual([]);
});

const innermost = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return innermost(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodArray ? innermost(schema.element as z.ZodType) : schema;
};
const optionsOf = (schema: unknown): readonly string[] => {
  if (!(schema instanceof z.ZodType)) return [];
  const inner = innermost(schema);
  const options =
    inner instanceof z.ZodEnum ? inner.options : inner instanceof z.ZodLiteral ? inner.values : [];
  return [...options].filter(option => typeof option === 'string');
};

it.each(languages)('has a word in %s for every choice that an entry keeps', language => {
  const words = wordsIn(language);
  const schemas = Object.assign({}, ...Object.values(catalogue)) as Record<AnyEventType, z.ZodObject>;
  const raw = (Object.keys(kept) as AnyEventType[]).flatMap(action =>
    parametersOf(action).flatMap(field =>
      optionsOf(schemas[action].shape[field]).filter(option => !hasWord(words, field, option)),
    ),
  );
  expect(raw).toEqual([]);
});

it('leaves alone what somebody wrote, also where it is a word of ours', () => {
  for (const language of languages)
    for (const field of ['name', 'title', 'shortcode', 'body', 'note'])
      for (const text of ['open', 'admin', 'new', 'true', 'gone'])
        expect(fieldText(wordsIn(language), field, text)).toBe(text);
});

it('says hours and holidays by their days', () => {
  const words = wordsIn('pt-BR');
  const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' };
  const closed = { ...monday, weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' };
  expect(fieldText(words, 'schedules', [monday, closed])).toBe('segunda-feira 08:00–12:00; domingo fechado');
  const holidays = [
    { day: '12-25', name: 'Natal', startTime: '00:00', endTime: '00:00' },
    { day: 'easter-2', name: 'Paixão', startTime: '08:00', endTime: '12:00' },
  ];
  expect(fieldText(words, 'holidays', holidays)).toBe(
    '25/12 Natal: fechado; Páscoa -2 dias Paixão: 08:00–12:00',
  );
});
