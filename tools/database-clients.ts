import type { SourceFile } from './source-files.ts';

const opens = /\bnew (pg\.)?(Pool|Client)\(/;
const factory = 'eventstore/database/pool.ts';
const tried = /(\.test|(^|\/)testing)\.ts$|(^|\/)(tests|testing|contract|bench)\//;

/** Files of the product that open connections to Postgres past the one factory, one sentence each. */
export const strayDatabaseClients = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path !== factory && !tried.test(path))
    .filter(({ text, imports }) => imports.some(({ specifier }) => specifier === 'pg') && opens.test(text))
    .map(({ path }) => `${path} opens a connection to Postgres itself: ${factory} does`);
