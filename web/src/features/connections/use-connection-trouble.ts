import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { connectionsQuery } from '../../api/connections.ts';

const checkAfterMs = 2_000;

/** Whether a connection does not work, asked two seconds after the list changed (specification, core, section 2). */
export const useConnectionTrouble = (): boolean => {
  const { data } = useQuery(connectionsQuery);
  const [trouble, setTrouble] = useState(false);
  useEffect(() => {
    const check = (): void => setTrouble(data?.some(({ status }) => status !== 'CONNECTED') ?? false);
    const timer = setTimeout(check, checkAfterMs);
    return () => clearTimeout(timer);
  }, [data]);
  return trouble;
};
