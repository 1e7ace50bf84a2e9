import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type Draft,
  type ImportJob,
  type ImportSettings,
  importJob,
  importJobs,
  keepDraft,
  lastMapping,
  settleDraft,
} from '#commands/contact-import/import-rows.ts';
import {
  exportQuery,
  importAddressBookBody,
  importAnswer,
  importListBody,
  importStarted,
  importsAnswer,
  rejectedAnswer,
  startImportBody,
  uploadAnswer,
} from '#contracts/contact-imports.ts';
import { commandAnswer } from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import type { Action } from '#domain/access/table.ts';
import { countToExport } from '#projections/inbox/queries/contact-export.ts';
import { companyAreaCode } from '#projections/inbox/queries/contacts.ts';
import { viewerOf } from '../auth/callers.ts';
import { callerOf } from '../auth/guard.ts';
import { answerInBulk, refuseTooMuch } from '../bulk/answer-in-bulk.ts';
import { addressBookOf } from '../contacts/address-book.ts';
import { importDetailOf, importViewOf, sentMapping } from '../contacts/import-views.ts';
import { uploadedTable } from '../contacts/upload-table.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const params = z.object({ importId: z.uuid() });
const largestList = 10_000_000;

/** Whose company it is, where they may. */
const companyOf = (request: FastifyRequest, action: Action): string => {
  const { user } = callerOf(request);
  if (!may(user, action)) throw refuse('ERR_NO_PERMISSION', { action });
  return user.companyId;
};

/** Imports of contacts: what is to be imported is kept here, and worked off by the service of commands. */
export const contactImportRoutes = (app: App, gateway: Gateway): void => {
  uploadRoutes(app, gateway);
  readRoutes(app, gateway);
  commandRoutes(app, gateway);
  exportRoute(app, gateway);
};

const uploadRoutes = (app: App, gateway: Gateway): void => {
  const { pool, tenants } = gateway;

  app.post(
    '/contacts/import/upload',
    { config: { upload: true }, schema: { response: { 201: uploadAnswer } } },
    async (request, reply) => {
      const companyId = companyOf(request, 'contactImport.run');
      const context = commandContext(request);
      const { sample, guess, ...table } = await uploadedTable(request, reply, gateway);
      const id = idMadeBy(context, 'contact-import');
      const userId = callerOf(request).user.id;
      await keepDraft(pool, { id, companyId, userId, source: 'file', ...table });
      const { headings, fileName } = table;
      const [last, areaCode] = await Promise.all([
        lastMapping(pool, companyId, headings),
        tenants.read(companyId, companyAreaCode),
      ]);
      return reply.code(201).send({
        ...{ id, fileName, areaCode, headings: [...headings], sample: sample.map(cells => [...cells]) },
        rows: table.lines.length + table.broken.length,
        mapping: sentMapping(last ?? { ...guess, extra: [], areaCode: null }),
      });
    },
  );

  app.post(
    '/contacts/import/file',
    { bodyLimit: largestList, schema: { body: importListBody, response: { 201: importStarted } } },
    async (request, reply) => {
      const companyId = companyOf(request, 'contactImport.run');
      const { contacts, whatsappId } = request.body;
      const id = idMadeBy(commandContext(request), 'contact-import');
      const draft: Draft = {
        ...{ id, companyId, userId: callerOf(request).user.id, source: 'list', fileName: '' },
        ...{ headings: ['name', 'number'], broken: [] },
        lines: contacts.map(({ name, number }, index) => ({ line: index + 1, cells: [name, number] })),
      };
      await keepDraft(pool, draft);
      const settings = ofList(whatsappId ?? null);
      const mayRename = may(callerOf(request).user, 'contact.renameAny');
      return reply.code(201).send(await start(gateway, request, reply, { id, settings, mayRename }));
    },
  );

  addressBookRoute(app, gateway);
};

/** Names that somebody chose stay as they are, whoever imports. */
const addressBookRoute = (app: App, gateway: Gateway): void => {
  app.post(
    '/contacts/import',
    { schema: { body: importAddressBookBody.nullish(), response: { 201: importStarted } } },
    async (request, reply) => {
      const companyId = companyOf(request, 'contactImport.run');
      const id = idMadeBy(commandContext(request), 'contact-import');
      const { user } = callerOf(request);
      const asking = { companyId, viewer: viewerOf(user), named: request.body?.whatsappId ?? null };
      const { connectionId, table } = await addressBookOf(gateway, asking);
      await keepDraft(gateway.pool, { id, companyId, userId: user.id, ...table });
      const settings = ofList(connectionId);
      return reply.code(201).send(await start(gateway, request, reply, { id, settings, mayRename: false }));
    },
  );
};

const ofList = (connectionId: string | null): ImportSettings => ({
  mapping: { name: 0, number: 1, email: null, extra: [], areaCode: null },
  updates: true,
  connectionId,
});

type Start = {
  readonly id: string;
  readonly settings: ImportSettings;
  /** Whether names that somebody chose give way to those that are imported. */
  readonly mayRename: boolean;
};

/** Settles how a draft is imported, and begins. */
const start = async (
  { pool, commands }: Gateway,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, settings, mayRename }: Start,
) => {
  const { companyId } = callerOf(request).user;
  const job = await importJob(pool, companyId, id);
  if (!job) throw refuse('ERR_NO_IMPORT_FOUND');
  await settleDraft(pool, { id, companyId }, { settings, mayRename });
  const { source, rows } = job;
  const { connectionId } = settings;
  const input = { importId: id, source, rows, connectionId };
  const { position } = accepted(reply, await commands.contactImport.start(commandContext(request), input));
  return { id, rows, position };
};

const readRoutes = (app: App, gateway: Gateway): void => {
  const { pool } = gateway;
  const jobOf = async (request: FastifyRequest, importId: string): Promise<ImportJob> => {
    const job = await importJob(pool, companyOf(request, 'contactImport.run'), importId);
    if (!job) throw refuse('ERR_NO_IMPORT_FOUND');
    return job;
  };

  app.get('/contacts/imports', { schema: { response: { 200: importsAnswer } } }, async request => {
    const jobs = await importJobs(pool, companyOf(request, 'contactImport.run'));
    return Promise.all(jobs.map(job => importViewOf(pool, job)));
  });

  app.get(
    '/contacts/import/:importId',
    { schema: { params, response: { 200: importAnswer } } },
    async request => importDetailOf(gateway, await jobOf(request, request.params.importId)),
  );

  app.get(
    '/contacts/import/:importId/rejected',
    { config: { heavy: 'file' }, schema: { params, response: { 200: rejectedAnswer } } },
    async (request, reply) => {
      const { id: importId, companyId, headings } = await jobOf(request, request.params.importId);
      return answerInBulk(gateway, reply, {
        job: { kind: 'rejected', input: { companyId, importId, headings } },
        type: 'application/json; charset=utf-8',
      });
    },
  );
};

const commandRoutes = (app: App, gateway: Gateway): void => {
  const { contactImport } = gateway.commands;

  app.post(
    '/contacts/import/:importId/start',
    { schema: { params, body: startImportBody, response: { 200: importStarted } } },
    async (request, reply) => {
      companyOf(request, 'contactImport.run');
      const { mapping, updates, whatsappId = null } = request.body;
      const settings = { mapping, updates, connectionId: whatsappId };
      const mayRename = may(callerOf(request).user, 'contact.renameAny');
      return start(gateway, request, reply, { id: request.params.importId, settings, mayRename });
    },
  );

  for (const verb of ['cancel', 'undo'] as const)
    app.post(
      `/contacts/import/:importId/${verb}`,
      { schema: { params, response: { 200: commandAnswer } } },
      async (request, reply) => {
        const { importId } = request.params;
        const outcome = await contactImport[verb](commandContext(request), { importId });
        return { id: importId, position: accepted(reply, outcome).position };
      },
    );
};

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const types = { csv: 'text/csv; charset=utf-8', xlsx: sheetType } as const;

/** All contacts as a file that no spreadsheet takes for formulas. An administrator's. */
const exportRoute = (app: App, gateway: Gateway): void => {
  const { commands, exportLimits } = gateway;
  const mostOf = { csv: exportLimits.contactsCsv, xlsx: exportLimits.contactsXlsx };
  app.get(
    '/contacts/export',
    { config: { heavy: 'file' }, schema: { querystring: exportQuery } },
    async (request, reply) => {
      const companyId = companyOf(request, 'contact.export');
      const { format, language } = request.query;
      await refuseTooMuch(gateway, companyId, mostOf[format], countToExport);
      const told = { what: 'contacts' as const, format, by: [] };
      return answerInBulk(gateway, reply, {
        job: { kind: 'contacts', input: { companyId, format, language } },
        ...{ type: types[format], fileName: `contatos.${format}` },
        record: async () => {
          accepted(reply, await commands.dataAccess.export(commandContext(request), told));
        },
      });
    },
  );
};
