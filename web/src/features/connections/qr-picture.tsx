import { useMemo } from 'react';
import { encode } from 'uqr';

/** Dark on white in any colour scheme: cameras do not read it the other way round. */
export const QrPicture = ({ code, label }: { code: string; label: string }) => {
  const { size, path } = useMemo(() => drawn(code), [code]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={280}
      height={280}
      style={{ maxWidth: '100%', height: 'auto', borderRadius: 8 }}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-testid="qrcode"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

const drawn = (code: string): { size: number; path: string } => {
  const { data, size } = encode(code, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
};
