import swagger, { type SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '#contracts/http.ts';
import type { App } from '../gateway.ts';
import type { Schemas } from './openapi-example.ts';
import { isForTokens, rankOf, toldOf } from './openapi-outside.ts';
import {
  type Described,
  inOrder,
  mapOperations,
  type Operation,
  onlyOperations,
  type Paths,
  withoutTwins,
} from './openapi-paths.ts';
import { sentToWebhooks } from './openapi-sent.ts';
import { summaries } from './openapi-summaries.ts';
import { docsPolicy } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls of programs alone, as `/docs/programs.json` has them; once the app is ready. */
    describePrograms: () => Described;
  }
}

/**
 * The calls as OpenAPI, readable under /docs; made from the schemas that the routes check with. Those of programs stand
 * alone under /docs/programs.json, for generators of clients.
 */
export const describeApi = async (app: App, version: string): Promise<void> => {
  let ofPrograms: Described | undefined;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Balcão', version, description },
      tags: [{ name: outsideTag, description: 'For programs, with a token.' }],
      components: { securitySchemes: { session, ...tokenSchemes } },
      security: [{ session: [] }],
    },
    transform: describeCall,
    transformObject: document => {
      // What the plugin has made; its own type knows three versions of the format.
      const whole = jsonSchemaTransformObject(document) as object as Described;
      ofPrograms = programsAlone(whole, version);
      return allCalls(whole) as ReturnType<typeof jsonSchemaTransformObject>;
    },
  });
  app.decorate('describePrograms', () => {
    app.swagger();
    if (!ofPrograms) throw new Error('nothing was described');
    return ofPrograms;
  });
  app.get('/docs/programs.json', { schema: { hide: true } }, async request => ({
    ...app.describePrograms(),
    servers: serversOf(request),
  }));
  await app.register(swaggerUi, {
    ...{ routePrefix: '/docs', staticCSP: docsPolicy },
    logo: { type: 'image/svg+xml', content: logo, href: '/', target: '_self' },
    theme: { title: 'Balcão API' },
    uiConfig: { docExpansion: 'list', filter: true, persistAuthorization: false },
    transformSpecification: (document, request) => ({ ...document, servers: serversOf(request) }),
    transformSpecificationClone: false,
  });
};

/** Who imports the description by its address calls the server that gave it. */
const serversOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) => [
  { url: `${protocol}://${host}` },
];

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#15803d"/><path d="M8 9h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-9l-5 4v-4H8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2Z" fill="#fff"/></svg>',
);

/** The calls for programs outside, first in the description. */
export const outsideTag = 'Messages API';

const description = [
  'Customer-service inbox over WhatsApp.',
  `Programs outside use the calls under **${outsideTag}**, with a token; all others are for the screens, with a session.`,
].join('\n\n');

const session = {
  ...({ type: 'http', scheme: 'bearer' } as const),
  ...{ bearerFormat: 'JWT', description: 'Of who logged in.' },
};
const tokenSchemes = {
  bearerToken: {
    ...({ type: 'http', scheme: 'bearer' } as const),
    description: "A company's API key (`blc_…`) or a connection's token.",
  },
  tokenHeader: {
    ...({ type: 'apiKey', in: 'header', name: 'token' } as const),
    description: "A connection's token or a company's API key, in a header of its own.",
  },
};
const withToken = [{ bearerToken: [] }, { tokenHeader: [] }];

const programsDescription =
  'Sends messages over WhatsApp, tells what became of them and what was received, and keeps the webhooks. Every call carries a token; a field that a call does not know is refused.';

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

const allCalls = ({ paths, components, ...rest }: Described): object => {
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
  };
};

/** Where screens share a path, it is described as programs call it: each call has one answer. */
const programsAlone = ({ paths, components }: Described, version: string): Described => {
  const schemas = withoutDefaults(components.schemas ?? {});
  const own = withoutDefaults(inOrder(withoutTwins(onlyOperations(paths, isForTokens)), rankOf));
  const described = mapOperations(own, (place, operation) => oneWay(toldOf(place, operation, schemas)));
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão: messages API', version, description: programsDescription },
    tags: [{ name: outsideTag, description: 'For programs, with a token.' }],
    security: withToken,
    paths: described,
    webhooks: sentToWebhooks(),
    components: { securitySchemes: tokenSchemes, schemas: used(schemas, described) },
  };
};

/** Generators of clients ask for a field that has a default: it is said in words. */
const withoutDefaults = <Part extends object>(described: Part): Part =>
  JSON.parse(
    JSON.stringify(described, (_name, part: unknown) => {
      if (
        typeof part !== 'object' ||
        part === null ||
        !('default' in part) ||
        !('type' in part || 'anyOf' in part)
      )
        return part;
      const { default: usual, ...schema } = part;
      const said = `Without it: \`${JSON.stringify(usual)}\`.`;
      const own = 'description' in schema ? `${String(schema.description)} ${said}` : said;
      return { ...schema, description: own };
    }),
  );

/** A client that is generated sends each call in one way: as JSON, where that is one of two. */
const oneWay = ({ requestBody, ...operation }: Operation): Operation => {
  const { 'application/json': json } = requestBody?.content ?? {};
  if (!requestBody) return operation;
  return {
    ...operation,
    requestBody: json ? { ...requestBody, content: { 'application/json': json } } : requestBody,
  };
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
