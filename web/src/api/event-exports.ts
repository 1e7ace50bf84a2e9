import type { EventExportQuery } from '#contracts/event-exports.ts';
import { download } from '../shared/download.ts';
import { openStream } from './http.ts';

const files = {
  xes: { type: 'application/xml', ending: 'xes' },
  ocel: { type: 'application/json', ending: 'ocel.json' },
  csv: { type: 'text/csv', ending: 'csv' },
} as const;

/** Saves the events of a period as a file. Throws ApiError. */
export const exportEvents = async (asked: EventExportQuery, signal: AbortSignal): Promise<void> => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value) search.set(name, value);
  const stream = await openStream(`/replay/export?${search}`, signal);
  const { type, ending } = files[asked.format];
  download(`${asked.from}_${asked.to}.${ending}`, [await new Response(stream).blob()], type);
};
