import type { FastifyReply } from 'fastify';
import type { Accepted, Outcome } from '#commands/context.ts';
import { positionHeader } from '#contracts/http.ts';
import { isRejection, type Rejection } from '#domain/shared/decision.ts';
import { refuse } from '../errors/refusal.ts';

/** Says where a command's last event stands. @throws the refusal when the command was rejected. */
export const accepted = (reply: FastifyReply, outcome: Outcome): Accepted => {
  if (isRejection(outcome)) throw refusalOfRejection(outcome);
  reply.header(positionHeader, String(outcome.position));
  return outcome;
};

export const refusalOfRejection = ({ rejected, details }: Rejection) => refuse(rejected, details);
