import { limitHeavyCalls } from '../bulk/heavy-calls.ts';
import type { App, Gateway } from '../gateway.ts';
import { apiKeyRoutes } from '../routes/api-keys.ts';
import { outsideContentRoutes } from '../routes/outside-content.ts';
import { outsideMessageRoutes } from '../routes/outside-messages.ts';
import { webhookDeliveryRoutes } from '../routes/webhook-deliveries.ts';
import { webhookRoutes } from '../routes/webhooks.ts';
import { byAdmins, byKeys } from '../webhooks/webhook-callers.ts';
import { guardOutside, outsideCallerOf } from './token-guard.ts';

/** The calls of programs outside, which come with a token. */
export const outsideRoutes = (api: App, gateway: Gateway): void => {
  guardOutside(api, gateway);
  limitHeavyCalls(api, gateway.heavyPlaces, request => {
    const { tokenId, companyId } = outsideCallerOf(request);
    return { owner: tokenId, company: companyId };
  });
  outsideMessageRoutes(api, gateway);
  outsideContentRoutes(api, gateway);
  webhookRoutes(api, gateway, byKeys);
  webhookDeliveryRoutes(api, gateway, byKeys);
};

/** What administrators set for programs outside: their keys, and where they are told of what happens. */
export const outsideSettingRoutes = (api: App, gateway: Gateway): void => {
  apiKeyRoutes(api, gateway);
  webhookRoutes(api, gateway, byAdmins);
  webhookDeliveryRoutes(api, gateway, byAdmins);
};
