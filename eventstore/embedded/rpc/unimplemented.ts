import { type ServiceDefinition, status, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { refusal } from '../refusals.ts';

type Call = { emit(event: 'error', error: Error): boolean };
type Respond = ((error: Error) => void) | undefined;

/** Answers every method of a service that it is not offered here. */
export const notOffered = (service: ServiceDefinition, what: string): UntypedServiceImplementation => {
  const refuse = (call: Call, respond: Respond): void => {
    const error = refusal(status.UNIMPLEMENTED, `the embedded node does not offer ${what}`);
    if (respond) respond(error);
    else call.emit('error', error);
  };
  return Object.fromEntries(Object.keys(service).map(name => [name, refuse]));
};
