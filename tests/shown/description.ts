import { createRequire } from 'node:module';
import protobuf from 'protobufjs';

export type { protobuf };

/** WhatsApp's own description of a message, as the library that is installed brings it along. */

const { Type } = protobuf;
const file = createRequire(import.meta.url).resolve('@whiskeysockets/baileys/WAProto/WAProto.proto');
const root = protobuf.loadSync(file);

export const messageType = root.lookupType('Message');

/** The name of a type as `silent-fields.ts` has it. */
export const nameOf = (type: protobuf.Type): string =>
  type.fullName.replace(/^\.proto\./, '').replace(/^Message\./, '');

export type Field = {
  readonly name: string;
  readonly owner: string;
  readonly type: string;
  readonly repeated: boolean;
  /** The group of which only one field may be there. */
  readonly group: string | undefined;
  readonly inner: protobuf.Type | undefined;
};

export const fieldsOf = (type: protobuf.Type): readonly Field[] =>
  type.fieldsArray.map(field => {
    field.resolve();
    return {
      ...{ name: field.name, owner: nameOf(type), type: field.type, repeated: field.repeated },
      group: field.partOf && !field.options?.proto3_optional ? field.partOf.name : undefined,
      inner: field.resolvedType instanceof Type ? field.resolvedType : undefined,
    };
  });

/** The kinds of content that a message may hold. */
export const kinds: readonly Field[] = fieldsOf(messageType);

/** All types that a message may have in it. */
export const allTypes = (): readonly protobuf.Type[] => {
  const seen = new Map<string, protobuf.Type>();
  const look = (type: protobuf.Type): void => {
    if (seen.has(type.fullName)) return;
    seen.set(type.fullName, type);
    for (const { inner } of fieldsOf(type)) if (inner) look(inner);
  };
  look(messageType);
  return [...seen.values()];
};
