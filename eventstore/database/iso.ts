/** SQL for an instant as ISO 8601 in UTC with milliseconds, whatever the pool makes of timestamps; null stays null. */
export const isoOf = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
