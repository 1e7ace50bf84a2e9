import { z } from 'zod';
import { webhookCatalogue, webhookWithFile } from '#contracts/webhooks.ts';

/** What endpoints are sent: the part `webhooks` of OpenAPI 3.1. */
export const sentToWebhooks = () =>
  Object.fromEntries(
    webhookCatalogue.map(({ type, schema, example }) => [
      type,
      {
        post: {
          summary: type,
          requestBody: {
            content: {
              'application/json': {
                schema: z.toJSONSchema(schema, { reused: 'inline' }),
                examples: {
                  full: { summary: 'A full payload', value: example },
                  ...(type === webhookWithFile.type && {
                    file: { summary: 'A full payload with a file', value: webhookWithFile },
                  }),
                },
              },
            },
          },
          responses: { '2XX': { description: 'It arrived; nothing is sent again.' } },
        },
      },
    ]),
  );
