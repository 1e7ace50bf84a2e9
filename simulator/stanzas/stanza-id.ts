import { randomBytes } from 'node:crypto';

export const newStanzaId = () => randomBytes(8).toString('hex');
