import { z } from 'zod';

/** The simulator and the demo that lives in it. */
export type Simulated = {
  readonly simulator: boolean;
  /** SIMULATOR=on was said, so that companies other than the demo's may use it too. */
  readonly simulatorForAll: boolean;
  readonly simulatorPort: number;
  readonly simulatorUrl: string | undefined;
  readonly demo: boolean;
  readonly demoPassword: string | undefined;
};

const onOff = z.enum(['on', 'off']).optional().describe('on or off');

export const simulatedVariables = {
  SIMULATOR: onOff,
  SIMULATOR_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3100)
    .describe('a port number from 0 to 65535'),
  SIMULATOR_URL: z
    .string()
    .refine(text => text.startsWith('http://') && text.length > 12)
    .optional()
    .describe('a connection string that starts with http://'),
  DEMO: onOff,
  DEMO_PASSWORD: z.string().min(8).optional().describe('a password of at least 8 characters'),
};

/** `byDefault`: whether there is a simulator when nothing is said. */
export const simulatedOf = (
  set: z.infer<z.ZodObject<typeof simulatedVariables>>,
  byDefault: boolean,
): Simulated => {
  const simulator = set.SIMULATOR ? set.SIMULATOR === 'on' : byDefault;
  return {
    simulator,
    simulatorForAll: set.SIMULATOR === 'on',
    simulatorPort: set.SIMULATOR_PORT,
    simulatorUrl: set.SIMULATOR_URL,
    demo: set.DEMO ? set.DEMO === 'on' : simulator,
    demoPassword: set.DEMO_PASSWORD,
  };
};
