import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { echoService } from './echo-service.ts';

const unary = (call: ServerUnaryCall<Buffer, Buffer>, respond: sendUnaryData<Buffer>): void =>
  respond(null, call.request);

const exchange = (call: ServerDuplexStream<Buffer, Buffer>): void => {
  call.on('data', (message: Buffer) => call.write(message));
  call.on('end', () => call.end());
};

const flood = (call: ServerWritableStream<Buffer, Buffer>): void => {
  const message = Buffer.alloc(call.request.readUInt32BE(4), 'x');
  let left = call.request.readUInt32BE(0);
  const send = (): void => {
    while (left > 0) {
      left -= 1;
      if (!call.write(message)) {
        call.once('drain', send);
        return;
      }
    }
    call.end();
  };
  send();
};

const server = new Server();
server.addService(echoService, { unary, exchange, flood });
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ ready: true, address: `127.0.0.1:${port}` });
});
process.once('disconnect', () => process.exit(0));
