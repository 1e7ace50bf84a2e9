/** A slice of the history as a file. */
export const ExportPage = () => null;
