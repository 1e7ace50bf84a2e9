import type { Pool } from 'pg';
import { applyMigrations, type Migrations } from '../database/migrations.ts';
import type { OpenTransaction } from '../database/transaction.ts';

export const followingMigrations: Migrations = {
  area: 'following',
  schema: 'following',
  steps: [
    {
      number: 1,
      name: 'followers',
      sql: `
        create schema if not exists following;
        create table following.follower (
          name text not null,
          holder uuid not null,
          service text not null,
          position bigint not null,
          waiting_since timestamptz,
          succeeded_at timestamptz,
          failing_since timestamptz,
          problem text,
          stopped boolean not null default false,
          beaten_at timestamptz not null default now(),
          primary key (name, holder)
        ) with (fillfactor = 50)`,
    },
  ],
};

/** Makes the schema `following`: how those stand who follow the log. Nothing of it is worth a backup. */
export const migrateFollowing = (target: Pool | OpenTransaction): Promise<void> =>
  applyMigrations(target, followingMigrations);
