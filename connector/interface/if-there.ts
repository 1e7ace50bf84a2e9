import type { Pool, QueryResultRow } from 'pg';

const undefinedTable = '42P01';

/** Asks the connector's own tables; no rows before migrations or a connector have made them. */
export const ifThere = async <Row extends QueryResultRow>(
  pool: Pool,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> => {
  try {
    return (await pool.query<Row>(text, [...values])).rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return [];
    throw error;
  }
};
