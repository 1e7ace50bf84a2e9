export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Point = { readonly x: number; readonly y: number };

/** Dots and the room between them, in CSS pixels. */
export const dotSize = 10;
const pitch = dotSize + 3;
const padding = 6;

const columnsIn = ({ width }: Box): number => Math.max(1, Math.floor((width - 2 * padding + 3) / pitch));
const rowsIn = ({ height }: Box): number => Math.max(1, Math.floor((height - 2 * padding + 3) / pitch));

/** How many dots a box has room for. */
export const roomIn = (box: Box): number => columnsIn(box) * rowsIn(box);

/** The middle of a slot: columns fill from the left, each from the top. */
export const slotPoint = (box: Box, slot: number): Point => {
  const rows = rowsIn(box);
  const [column, row] = [Math.floor(slot / rows), slot % rows];
  return {
    x: box.x + padding + column * pitch + dotSize / 2,
    y: box.y + padding + row * pitch + dotSize / 2,
  };
};

/** Which slot of a box is under a point; -1 where there is none. */
export const slotAt = (box: Box, { x, y }: Point): number => {
  const [column, row] = [
    Math.floor((x - box.x - padding + 1.5) / pitch),
    Math.floor((y - box.y - padding + 1.5) / pitch),
  ];
  const rows = rowsIn(box);
  if (column < 0 || row < 0 || row >= rows || column >= columnsIn(box)) return -1;
  return column * rows + row;
};

export const contains = (box: Box, { x, y }: Point): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });
