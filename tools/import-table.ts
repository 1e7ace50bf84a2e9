/** What the files of one folder may import. Folders are matched by prefix; `*` stands for one path segment. */
export type FolderRule = {
  readonly project: readonly string[];
  /** Imported for their types alone. */
  readonly types?: readonly string[];
  readonly npm: readonly string[];
  readonly node: boolean;
  /** Its sub-folders know nothing of each other. */
  readonly apart?: boolean;
};

/** The screens' layers, from the lowest: a file imports its own and those before it. */
const webLayers = ['shared', 'api', 'live', 'kit', 'features', 'app'] as const;

/** What any part of the screens may take from outside of them. */
const web = {
  project: [
    'web/src/i18n/',
    'contracts/',
    'domain/shared/',
    'domain/access/',
    'domain/records/',
    'domain/company/settings.ts',
    'domain/menu/',
    'domain/dashboard/',
    'domain/replay/',
    'domain/questions/',
    'domain/queue-menu/tree.ts',
    'domain/webhook/event-types.ts',
    'domain/company/texts.ts',
    'domain/*/lifecycle',
    'domain/*/visibility',
  ],
  types: ['domain/'],
  npm: [
    'react',
    'react-dom',
    'react-router',
    'react-i18next',
    'uqr',
    'i18next',
    '@mantine/',
    '@tanstack/',
    '@tabler/icons-react',
    '@xstate/react',
    '@dnd-kit/',
    'xstate',
    'zod',
    'dayjs',
    'uuid',
    'frimousse',
    'uplot',
    '@breezystack/lamejs',
    '@noble/hashes',
  ],
  node: false,
} as const satisfies FolderRule;

const webLayer = (layer: (typeof webLayers)[number]): FolderRule => {
  const upTo = webLayers.slice(0, webLayers.indexOf(layer) + 1);
  const project = [...web.project, ...upTo.map(each => `web/src/${each}/`)];
  return { ...web, project, apart: layer === 'features' };
};

/** docs/architecture.md, "Folders": imports outside of this table are errors. The innermost folder's rule counts. */
export const importTable: Readonly<Record<string, FolderRule>> = {
  domain: { project: ['domain/'], npm: ['zod'], node: false },
  contracts: { project: ['contracts/', 'domain/'], npm: ['zod', 'uuid'], node: false },
  eventstore: {
    project: ['eventstore/', 'domain/shared/', 'domain/catalogue.ts'],
    npm: ['@eventstore/db-client', '@grpc/grpc-js', 'google-protobuf', 'zod', 'lru-cache', 'uuid', 'pino'],
    node: true,
  },
  'eventstore/database': { project: ['eventstore/database/', 'domain/shared/'], npm: ['pg'], node: true },
  'eventstore/follow': { project: ['eventstore/', 'domain/shared/'], npm: ['pg'], node: true },
  'eventstore/parking': {
    project: ['eventstore/', 'domain/shared/'],
    npm: ['pg', 'lru-cache'],
    node: true,
  },
  'eventstore/person-keys': {
    project: ['eventstore/', 'domain/shared/'],
    npm: ['pg', 'lru-cache'],
    node: true,
  },
  commands: {
    project: ['commands/', 'files/', 'safe-fetch/', 'domain/', 'eventstore/'],
    npm: ['zod', 'uuid', 'lru-cache', 'pino', 'pg', 'libphonenumber-js'],
    node: true,
  },
  files: {
    project: ['files/', 'domain/', 'eventstore/'],
    npm: ['pg', 's3mini', 'sharp', 'file-type'],
    node: true,
  },
  'safe-fetch': { project: ['safe-fetch/'], npm: ['ipaddr.js'], node: true },
  spreadsheets: {
    project: ['spreadsheets/', 'domain/shared/'],
    npm: ['read-excel-file', '@e965/xlsx', 'file-type', 'fflate'],
    node: true,
  },
  projections: {
    project: ['projections/', 'domain/', 'contracts/', 'eventstore/'],
    npm: ['pg', 'zod', 'lru-cache', 'uuid', 'pino'],
    node: true,
  },
  connector: {
    project: ['connector/', 'commands/', 'files/', 'domain/', 'eventstore/'],
    npm: ['pg', '@whiskeysockets/baileys', 'zod', 'lru-cache', 'uuid', 'pino', 'ws', 'sharp'],
    node: true,
  },
  /** A WhatsApp server: of the product it takes what mends the library, for its phones, how its sockets are written, and a certificate. */
  simulator: {
    project: [
      'simulator/',
      'domain/shared/',
      'domain/connection/simulator.ts',
      'connector/keys/session-record.ts',
      'connector/session/cork-turns.ts',
      'connector/signal/',
      'eventstore/embedded/loopback-certificate.ts',
    ],
    npm: ['@whiskeysockets/baileys', 'zod', 'lru-cache', 'uuid', 'pino', 'ws', 'sharp'],
    node: true,
  },
  /** What others may ask of the connector's tables. */
  'connector/interface': {
    project: ['connector/interface/', 'eventstore/database/', 'eventstore/parking/', 'domain/shared/'],
    npm: ['pg'],
    node: false,
  },
  'connector/signal': {
    project: ['connector/signal/'],
    npm: ['@whiskeysockets/baileys', '@noble/curves', 'lru-cache'],
    node: true,
  },
  gateway: {
    project: [
      'gateway/',
      'eventstore/database/',
      'eventstore/person-keys.ts',
      'eventstore/sealing.ts',
      'eventstore/together.ts',
      'eventstore/follow/states.ts',
      'eventstore/parking/read-parked.ts',
      'contracts/',
      'commands/',
      'files/',
      'safe-fetch/',
      'spreadsheets/',
      'connector/interface/',
      'domain/',
      'projections/*/queries',
      'projections/checkpoint.ts',
      'projections/position.ts',
      'projections/tenant.ts',
    ],
    types: ['eventstore/types.ts'],
    npm: [
      'fastify',
      '@fastify/',
      'fastify-type-provider-zod',
      'content-disposition',
      'pg',
      'zod',
      'lru-cache',
      'uuid',
      'pino',
      'prom-client',
      'ws',
    ],
    node: true,
  },
  /** What others may ask of the gateway's tables. */
  'gateway/interface': { project: ['gateway/interface/', 'eventstore/database/'], npm: ['pg'], node: false },
  web: { ...web, project: [...web.project, 'web/'] },
  'web/src/i18n': { ...web, project: [...web.project, 'web/src/shared/'] },
  ...Object.fromEntries(webLayers.map(layer => [`web/src/${layer}`, webLayer(layer)])),
};

/** A service's main is its composition root: it may also reach what it wires together. */
export const compositionRoot: Pick<FolderRule, 'project' | 'npm'> = {
  project: ['start/', 'eventstore/', 'projections/', 'connector/interface/', 'gateway/interface/'],
  npm: ['pg', 'pino'],
};

/** Folders and files that may import anything. */
export const unlimited: readonly RegExp[] = [
  /^(start|tests|tools|docs)\//,
  /^[^/]+\.ts$/,
  /\.test\.tsx?$/,
  /(^|\/)(testing|contract|bench)\//,
  /^web\/(vite\.config|compressed|emoji-data)\.ts$/,
];
