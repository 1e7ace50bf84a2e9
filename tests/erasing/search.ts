import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';

/** Where one of the texts stands in the database: every table of every schema, and the planner's statistics. */
export const searchTables = async (pool: Pool, texts: readonly string[]): Promise<readonly string[]> => {
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     union all select 'pg_catalog', 'pg_stats' order by 1, 2`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    // Bytes come as hexadecimal digits.
    const { rows } = await pool.query<{ text: string }>(
      `select text from unnest($1::text[]) text where exists (
         select from "${schema}"."${name}" t
         where position(text in t::text) > 0
            or position(encode(convert_to(text, 'UTF8'), 'hex') in t::text) > 0)`,
      [texts],
    );
    found.push(...rows.map(({ text }) => `${schema}.${name}: ${text}`));
  }
  return found;
};

/** Where one of the texts stands in the files under a directory. */
export const searchFiles = (directory: string, texts: readonly string[]): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return texts.filter(text => bytes.includes(text)).map(text => `${name}: ${text}`);
    });
