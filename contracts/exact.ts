import { z } from 'zod';

/**
 * An object with these fields and no others. One that is not known is refused by its name, and by the field that it may
 * be meant for: a program whose `mediaURL` is passed over believes that its file was sent.
 */
export const exact = <const Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys' ? unknownFields(issue.keys, Object.keys(shape)) : undefined,
  });

/** In words, which fields there are not. */
export const unknownFields = (keys: readonly string[], known: readonly string[]): string =>
  keys
    .map(key => {
      const meant = known.find(name => plain(name) === plain(key));
      return `there is no field ${key}${meant ? `; is it ${meant}?` : ''}`;
    })
    .join(', ');

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
