import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '#contracts/http.ts';
import type { App } from '../gateway.ts';
import type { Schemas } from './openapi-example.ts';
import { isForTokens, rankOf, toldOf } from './openapi-outside.ts';
import { type Described, inOrder, mapOperations, type Paths, withoutTwins } from './openapi-paths.ts';
import { sentToWebhooks } from './openapi-sent.ts';
import { summaries } from './openapi-summaries.ts';
import { docsPolicy } from './security-headers.ts';

/** The calls as OpenAPI, readable under /docs; made from the schemas that the routes check with. */
export const describeApi = async (app: App, version: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Balcão', version, description },
      tags: [{ name: outsideTag, description: 'For programs, with a token.' }],
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Of who logged in.' },
          bearerToken: {
            ...{ type: 'http', scheme: 'bearer' },
            description: "A company's API key (`blc_…`) or a connection's token.",
          },
          tokenHeader: {
            ...{ type: 'apiKey', in: 'header', name: 'token' },
            description: "A connection's token or a company's API key, in a header of its own.",
          },
        },
      },
      security: [{ session: [] }],
    },
    transform: describeCall,
    transformObject: finish,
  });
  await app.register(swaggerUi, {
    ...{ routePrefix: '/docs', staticCSP: docsPolicy },
    logo: { type: 'image/svg+xml', content: logo, href: '/', target: '_self' },
    theme: { title: 'Balcão API' },
    uiConfig: { docExpansion: 'list', filter: true, persistAuthorization: false },
    // Who imports the description by its address calls the server that gave it.
    transformSpecification: (document, request) => ({
      ...document,
      servers: [{ url: `${request.protocol}://${request.host}` }],
    }),
    transformSpecificationClone: false,
  });
};

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#15803d"/><path d="M8 9h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-9l-5 4v-4H8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2Z" fill="#fff"/></svg>',
);

/** The calls for programs outside, first in the description. */
export const outsideTag = 'Messages API';

const description = [
  'Customer-service inbox over WhatsApp.',
  `Programs outside use the calls under **${outsideTag}**, with a token; all others are for the screens, with a session.`,
].join('\n\n');

const withToken = [{ bearerToken: [] }, { tokenHeader: [] }];

const describeCall: SwaggerTransform = document => {
  const { url } = document;
  if (document.schema?.hide) return { schema: { hide: true }, url };
  const { schema } = jsonSchemaTransform(document);
  const [method] = [document.route.method].flat();
  const isOutside = document.route.config?.scope !== undefined;
  return {
    schema: {
      operationId: operationIdOf(method ?? 'GET', url),
      tags: [url.split('/')[2] ?? 'api'],
      ...schema,
      ...(isOutside ? { tags: [outsideTag], security: withToken } : {}),
    },
    url,
  };
};

/** `GET /api/tickets/:id/history` is `getTicketsByIdHistory`. */
const operationIdOf = (method: string, url: string): string => {
  const words = url
    .replace(/^\/api\//, '')
    .replace(/\/:/g, '/by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
};

const refusal = { $ref: '#/components/responses/Refusal' };
const responses = {
  Refusal: {
    description: 'Refused: `error` says why. Screens translate it.',
    content: { 'application/json': { schema: z.toJSONSchema(errorBody, { io: 'output' }) } },
  },
};

const finish: SwaggerTransformObject = document => {
  // What the plugin has made; its own type knows three versions of the format.
  const { paths, components, ...rest } = jsonSchemaTransformObject(document) as Described;
  const { schemas = {} } = components;
  const described: Paths = mapOperations(inOrder(withoutTwins(paths), rankOf), (place, operation) =>
    isForTokens(operation)
      ? toldOf(place, operation, schemas)
      : {
          ...{ summary: summaries[place] ?? '', ...operation },
          responses: { ...operation.responses, default: refusal },
        },
  );
  return {
    ...rest,
    webhooks: sentToWebhooks(),
    paths: described,
    components: { ...components, schemas: used(schemas, described), responses },
  } as ReturnType<typeof jsonSchemaTransformObject>;
};

/** What the calls speak of, directly or through another schema: most have a name for what is asked that nothing uses. */
const used = (schemas: Schemas, paths: Paths): Schemas => {
  const reached = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
};
