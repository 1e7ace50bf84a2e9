import classes from './documentation.module.css';

/** A text in which `names of the API` stand between backticks. */
export const Coded = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, place) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      place % 2 === 1 ? <code key={place}>{part}</code> : part,
    )}
  </>
);

/** A paragraph of such text. */
export const Prose = ({ text, isQuiet = false }: { readonly text: string; readonly isQuiet?: boolean }) => (
  <p className={isQuiet ? classes.quiet : undefined}>
    <Coded text={text} />
  </p>
);
