import { z } from 'zod';

/** How many calls a token of a program outside may make in a minute, and how many messages a number gets in it by them. */
export type OutsideCalls = { readonly calls: number; readonly perNumber: number };

const count = z.coerce.number().int().min(1).max(1_000_000);
const text = 'a whole number from 1 to 1000000';
export const outsideCallVariables = {
  API_CALLS_PER_MINUTE: count.default(1_200).describe(text),
  API_MESSAGES_PER_NUMBER: count.default(30).describe(text),
};

export const outsideCallsOf = (set: z.infer<z.ZodObject<typeof outsideCallVariables>>): OutsideCalls => ({
  calls: set.API_CALLS_PER_MINUTE,
  perNumber: set.API_MESSAGES_PER_NUMBER,
});
