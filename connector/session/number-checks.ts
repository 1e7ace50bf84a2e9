import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { numberVariants } from '#domain/contact/number.ts';
import type { Socket } from '../baileys.ts';
import { userOf } from '../inbound/jids.ts';
import { checkedChannel } from '../interface/channels.ts';

type Question = { readonly id: string; readonly number: string };

/**
 * Answers the questions about numbers that were put to a connection: whether WhatsApp knows them, and under which
 * number. Brazilian mobile numbers are asked for with and without the ninth digit. Does not reject.
 */
export const answerChecks = async (
  { pool, log }: { readonly pool: Pool; readonly log: Logger },
  connectionId: string,
  socket: Socket | undefined,
): Promise<void> => {
  try {
    const { rows } = await pool.query<Question>(takeQuestions, [connectionId]);
    for (const question of rows) {
      const { state, number } = await ask(socket, question.number).catch(error => {
        log.warn({ err: error, connectionId }, 'a number could not be checked');
        return failed;
      });
      await pool.query(writeAnswer, [question.id, state, number, checkedChannel]);
    }
  } catch (error) {
    log.warn({ err: error, connectionId }, 'questions about numbers stay unanswered');
  }
};

type Answer = { readonly state: 'there' | 'absent' | 'failed'; readonly number: string };
const failed: Answer = { state: 'failed', number: '' };

const ask = async (socket: Socket | undefined, number: string): Promise<Answer> => {
  if (!socket) return failed;
  for (const variant of new Set([number, ...numberVariants(number)])) {
    const found = await socket.onWhatsApp(variant);
    if (!found) return failed;
    const there = found.find(each => each.exists);
    if (there) return { state: 'there', number: userOf(there.jid) };
  }
  return { state: 'absent', number: '' };
};

const takeQuestions = `
  update connector.number_check set state = 'asking'
  where connection_id = $1 and state = 'asked' returning id, number`;
const writeAnswer = `
  with answered as (update connector.number_check set state = $2, number = $3 where id = $1 returning id)
  select pg_notify($4, id::text) from answered`;
