import { commandAnswer } from '#contracts/http.ts';
import { newCommandId } from '../shared/command-id.ts';
import { fetchData } from './http.ts';

type Answer = Promise<{ id: string; position: number }>;

const change = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Answer =>
  fetchData({
    ...{ method, path: `/messages/${path}`, commandId: newCommandId(), schema: commandAnswer },
    ...(body ? { body } : {}),
  });

/** What is asked for here shows as wanted at once, and as done when WhatsApp has taken it. */
export const editMessage = (id: string, body: string): Answer => change('PUT', id, { body });
export const deleteMessage = (id: string): Answer => change('DELETE', id);
/** An empty emoji takes the company's reaction back. */
export const reactTo = (id: string, emoji: string): Answer => change('POST', `${id}/reactions`, { emoji });
export const retryMessage = (id: string): Answer => change('POST', `${id}/retry`);
