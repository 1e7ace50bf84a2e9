import { z } from 'zod';
import { commandAnswer } from '#contracts/http.ts';
import {
  changeCompanyTextBody,
  changeHoursBody,
  changeSettingBody,
  companyTextsAnswer,
  hoursAnswer,
  settingsAnswer,
} from '#contracts/settings.ts';
import { may } from '#domain/access/may.ts';
import { isSecretKey } from '#domain/company/settings.ts';
import { companyTextKeys } from '#domain/company/texts.ts';
import { defaultHours } from '#domain/shared/schedule.ts';
import { companyHours, companyTexts, listSettings } from '#projections/inbox/queries/records.ts';
import { callerOf } from '../auth/guard.ts';
import { forgetSecret, keepSecret, secretsSet } from '../company/secrets.ts';
import { settingsFor, shownSecrets } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byKey = z.object({ key: z.string().max(60) });
const byId = z.object({ id: z.uuid() });

/** Settings of the caller's company; those of another are not asked for by any id. */
export const settingRoutes = (app: App, gateway: Gateway): void => {
  const { tenants, commands } = gateway;

  app.get('/settings', { schema: { response: { 200: settingsAnswer } } }, async request => {
    const { user } = callerOf(request);
    const kept = await tenants.read(user.companyId, listSettings);
    const shown = settingsFor(gateway, user, kept);
    if (!may(user, 'company.readSettings')) return shown;
    return [...shown, ...shownSecrets(await secretsSet(gateway, user.companyId))];
  });

  app.put(
    '/settings/:key',
    { schema: { params: byKey, body: changeSettingBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { key } = request.params;
      const { value } = request.body;
      const context = commandContext(request);
      const { companyId } = context;
      const company = commands.company;
      if (!isSecretKey(key)) {
        const { position } = accepted(reply, await company.changeSetting(context, { key, value }));
        return { id: companyId, position };
      }
      const isSet = value !== '';
      const outcome = isSet
        ? company.setSecret(context, { key, value })
        : company.removeSecret(context, { key });
      const { position } = accepted(reply, await outcome);
      await (isSet
        ? keepSecret(gateway, { companyId, key, value })
        : forgetSecret(gateway, { companyId, key }));
      return { id: companyId, position };
    },
  );
};

/** What contacts are told by itself, in words of the company. */
export const companyTextRoutes = (app: App, { tenants, commands }: Gateway): void => {
  app.get('/settings/texts', { schema: { response: { 200: companyTextsAnswer } } }, async request => {
    const { user } = callerOf(request);
    if (!may(user, 'company.readSettings'))
      throw refuse('ERR_NO_PERMISSION', { action: 'company.readSettings' });
    const own = new Map(
      (await tenants.read(user.companyId, companyTexts)).map(({ key, text }) => [key, text]),
    );
    return companyTextKeys.map(key => ({ key, text: own.get(key) ?? '' }));
  });

  app.put(
    '/settings/texts/:key',
    { schema: { params: byKey, body: changeCompanyTextBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const context = commandContext(request);
      const { key } = request.params;
      const outcome = await commands.company.changeText(context, { key, text: request.body.text });
      return { id: context.companyId, position: accepted(reply, outcome).position };
    },
  );
};

/** When somebody of the company is there. What follows from it stands with those who ask. */
export const companyHoursRoutes = (app: App, { tenants, commands }: Gateway): void => {
  const hoursOf = async (companyId: string) => (await tenants.read(companyId, companyHours)) ?? defaultHours;
  const ownCompany = (request: Parameters<typeof callerOf>[0], id: string): string => {
    const { companyId } = callerOf(request).user;
    if (id !== companyId) throw refuse('ERR_NO_COMPANY_FOUND');
    return companyId;
  };

  app.get(
    '/companies/:id/schedules',
    { schema: { params: byId, response: { 200: hoursAnswer } } },
    async request => {
      const companyId = ownCompany(request, request.params.id);
      if (!may(callerOf(request).user, 'company.readSchedules'))
        throw refuse('ERR_NO_PERMISSION', { action: 'company.readSchedules' });
      const { schedules, holidays } = await hoursOf(companyId);
      return { schedules: [...schedules], holidays: [...holidays] };
    },
  );

  app.put(
    '/companies/:id/schedules',
    { schema: { params: byId, body: changeHoursBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const companyId = ownCompany(request, request.params.id);
      const now = await hoursOf(companyId);
      const { schedules = now.schedules, holidays = now.holidays } = request.body;
      const outcome = await commands.company.changeSchedules(commandContext(request), {
        schedules,
        holidays,
      });
      return { id: companyId, position: accepted(reply, outcome).position };
    },
  );
};
