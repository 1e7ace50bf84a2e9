import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openStream } from '../../api/http.ts';

/** What the gateway passes on at once, before base64. */
export const largestFile = 16 * 1024 * 1024;

const fileQuery = (path: string, type: string) =>
  queryOptions({
    queryKey: ['simulated-file', path],
    queryFn: async ({ signal }) => {
      const bytes = await new Response(await openStream(`/simulator${path}`, signal)).arrayBuffer();
      return new Blob([bytes], { type });
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });

/** A file of the simulator's, loaded with the session's token, and an address for it in this page. */
export const useFile = (path: string | undefined, type: string) => {
  const query = useQuery({ ...fileQuery(path ?? '', type), enabled: path !== undefined });
  const [url, setUrl] = useState<string>();
  const blob = query.data;
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [blob]);
  return { blob, url, failed: query.isError, retry: () => void query.refetch() };
};

/** The bytes of a file as the simulator's API wants them. */
export const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.readAsDataURL(blob);
  });
