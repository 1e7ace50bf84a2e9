import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type OutsideMessage, outsideMessageAnswer } from '#contracts/outside-messages.ts';
import { messageAsProgram } from '../../../api/outside.ts';

const everyMs = 1_000;
/** Who looks later asks again. */
const mostRounds = 120;
/** Nothing more comes. */
export const over: ReadonlySet<OutsideMessage['state'] | undefined> = new Set(['read', 'failed', 'deleted']);
/** A message may be answered for before it can be read; the others say that they pass. */
const passing: ReadonlySet<number> = new Set([404, 429, 503]);

type Heard = {
  readonly round: number;
  readonly message: OutsideMessage | undefined;
  readonly refused: number | undefined;
};

/** What becomes of a message, asked every second for two minutes, as long as something may still come. */
export const useProgress = (id: string, token: string) => {
  const [last, setLast] = useState(mostRounds);
  const rounds = useRef(0);
  const goesOn = ({ round, message, refused }: Heard): boolean =>
    round < last && refused === undefined && !over.has(message?.state);
  const { data, error, refetch } = useQuery({
    queryKey: ['message-as-program', id],
    queryFn: async ({ signal }): Promise<Heard> => {
      const { status, body } = await messageAsProgram(token, id, signal);
      rounds.current += 1;
      const refused = status >= 400 && !passing.has(status) ? status : undefined;
      return { round: rounds.current, message: outsideMessageAnswer.safeParse(body).data, refused };
    },
    refetchInterval: ({ state }) => (state.error || (state.data && !goesOn(state.data)) ? false : everyMs),
    staleTime: 0,
    gcTime: 0,
  });
  const ask = (): void => {
    setLast(rounds.current + mostRounds);
    void refetch();
  };
  const isAsking = !error && (!data || goesOn(data));
  return { message: data?.message, refused: data?.refused, error, isAsking, ask };
};
