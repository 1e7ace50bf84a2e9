export type Place = { readonly picture: string; readonly link: string; readonly words: string };

/** A place as a message's body has it: picture, link and words, parted by bars. Undefined when there is no link. */
export const readPlace = (body: string): Place | undefined => {
  const [picture = '', link = '', words = ''] = body.split('|');
  if (!/^https:\/\//.test(link)) return undefined;
  return { picture: /^data:image\/(jpeg|png|webp);base64,/.test(picture) ? picture : '', link, words };
};
