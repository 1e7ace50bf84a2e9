type Props = { readonly picture: string; readonly className?: string | undefined };

/** A small picture that came within a message. */
export const PartPicture = ({ picture, className }: Props) => (
  <img className={className} src={`data:image/jpeg;base64,${picture}`} alt="" loading="lazy" />
);
