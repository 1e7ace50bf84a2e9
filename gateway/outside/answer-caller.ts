import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerRefusal } from '../errors/mapper.ts';
import type { CallRefused } from '../errors/refusal.ts';
import { answerProblem } from './problems.ts';
import { carriesToken } from './token-guard.ts';

/** Who comes with a token is refused as programs outside are, wherever the call went; all others as screens are. */
export const answerCaller = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: CallRefused,
): FastifyReply => {
  const answer = carriesToken(request.headers) ? answerProblem : answerRefusal;
  return answer(request, reply, refusal);
};
