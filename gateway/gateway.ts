import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import type { CheckpointFiles } from '#commands/integrity/checkpoint-files.ts';
import type { PersonKeys } from '#eventstore/person-keys.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { MediaStore } from '#files/store.ts';
import type { Positions } from '#projections/position.ts';
import type { Tenants } from '#projections/tenant.ts';
import type { AccessTokens } from './auth/access-tokens.ts';
import type { Callers } from './auth/callers.ts';
import type { KnownBrowsers } from './auth/known-browsers.ts';
import type { LoginLine } from './auth/login-line.ts';
import type { OwnPasswords } from './auth/own-passwords.ts';
import type { RefusalJournal } from './auth/refusal-journal.ts';
import type { SessionJournal } from './auth/session-journal.ts';
import type { SignsOfLife } from './auth/signs-of-life.ts';
import type { SimulatorFor } from './auth/simulator-use.ts';
import type { LoginThrottle } from './auth/throttle.ts';
import type { HeavyPlaces } from './bulk/heavy-calls.ts';
import type { ExportLimits } from './bulk/limits.ts';
import type { BulkReader } from './bulk/reader.ts';
import type { NumberChecks } from './contacts/check-number.ts';
import type { RawCall } from './http/local-calls.ts';
import type { Metrics } from './http/metrics.ts';
import type { Patience } from './http/slow-calls.ts';
import type { Greetings } from './live/greetings.ts';
import type { LiveHub } from './live/hub.ts';
import type { Presence } from './live/presence.ts';
import type { CatchUp } from './live/resume.ts';
import type { LiveSocketLimits, SocketLimits } from './live/socket-limits.ts';
import type { Turns } from './live/turns.ts';
import type { MediaLinks } from './media/media-links.ts';
import type { MediaLimits } from './media/received-files.ts';
import type { CallLimits, OutsideLimits } from './outside/call-limits.ts';
import type { OutsideCallers } from './outside/outside-callers.ts';
import type { UsualConnection } from './outside/usual-connection.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What the composition root gives; the app opens nothing itself but its own listener. */
export type GatewayDeps = {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly tenants: Tenants;
  /** On connections of their own: what sockets that come back have missed never keeps a call waiting. */
  readonly liveTenants: Tenants;
  readonly positions: Positions;
  readonly commands: Commands;
  /** Writes the answers that grow with a company. */
  readonly bulkReader: BulkReader;
  readonly keys: Pick<PersonKeys, 'forReading' | 'forWriting' | 'forget'>;
  readonly media: MediaStore;
  readonly mediaLimits: MediaLimits;
  /** Where checkpoints of the history are kept outside of both stores. */
  readonly checkpointFiles: Pick<CheckpointFiles, 'each'>;
  /** After how many silent hours tickets close where a company has not said so. */
  readonly autoCloseHours?: number | undefined;
  /** Position of the newest event: readiness asks. */
  readonly head: () => Promise<number>;
  /** The log itself: the audit trail shows events as they are. */
  readonly events: Pick<EventStore, 'load'>;
  /** Who must be following the log, by name; others are judged once they have been there. None by default. */
  readonly followers?: readonly string[];
  readonly secrets: { readonly jwtKey: string; readonly refreshKey: string };
  readonly log: FastifyBaseLogger;
  readonly version: string;
  /** The built web app; pages answer 404 when there is none. */
  readonly webDir?: string | undefined;
  readonly simulatorUrl?: string | undefined;
  readonly simulatorFor: SimulatorFor;
  /** Addresses and networks of proxies whose x-forwarded-* headers are believed; nobody's by default. */
  readonly trustedProxies?: readonly string[];
  /** What the first visitor must bring who is not local. */
  readonly setupCode: string;
  /** Lets who brings it see metrics and the details of readiness; nobody is local then. */
  readonly operatorToken?: string | undefined;
  /** Check every answer against its schema. Costs time on long lists: for tests and development. */
  readonly checkAnswers?: boolean;
  readonly liveSockets: SocketLimits;
  /** How often programs outside may call. */
  readonly outsideLimits?: OutsideLimits | undefined;
  /** Private addresses that files may be fetched from for them, as `host:port`; none by default. */
  readonly outboundAllowed?: ReadonlySet<string> | undefined;
  readonly accessTokenSeconds?: number;
  /** How much a file may be made of, where it is not as usual. */
  readonly exportLimits?: Partial<ExportLimits>;
  /** How slow callers may be. */
  readonly patience?: Patience;
  /** Measure this process too: memory, event loop, garbage collection. */
  readonly processMetrics?: boolean;
};

/** What routes work with. */
export type Gateway = Omit<GatewayDeps, 'exportLimits'> & {
  readonly exportLimits: ExportLimits;
  readonly heavyPlaces: HeavyPlaces;
  readonly tokens: AccessTokens;
  readonly mediaLinks: MediaLinks;
  readonly callers: Callers;
  readonly throttle: LoginThrottle;
  readonly loginLine: LoginLine;
  readonly knownBrowsers: KnownBrowsers;
  readonly signsOfLife: SignsOfLife;
  readonly sessionJournal: SessionJournal;
  readonly refusalJournal: RefusalJournal;
  readonly ownPasswords: OwnPasswords;
  readonly hub: LiveHub;
  readonly presence: Presence;
  readonly greetings: Greetings;
  readonly catchUp: CatchUp;
  readonly socketLimits: LiveSocketLimits;
  readonly inTurn: Turns;
  readonly numberChecks: NumberChecks;
  readonly outsideCallers: OutsideCallers;
  readonly callLimits: CallLimits;
  readonly usualConnection: UsualConnection;
  readonly metrics: Metrics;
  readonly isLocal: (call: RawCall) => boolean;
};
