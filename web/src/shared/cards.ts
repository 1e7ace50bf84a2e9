/** A number as it is written on a card, and its digits as WhatsApp has them where the card tells. */
export type CardNumber = { readonly shown: string; readonly digits: string };
export type Card = { readonly name: string; readonly numbers: readonly CardNumber[] };

/** The people of one or several contact cards (vCard), with the numbers as they are written there. */
export const readCards = (text: string): readonly Card[] =>
  text
    .split(/BEGIN:VCARD/i)
    .slice(1)
    .map(card => {
      const lines = card.split(/\r?\n/);
      const value = (name: RegExp) =>
        lines.filter(line => name.test(line)).map(line => unescaped(line.slice(line.indexOf(':') + 1)));
      const [name = ''] = value(/^(item\d+\.)?FN[;:]/i);
      return { name, numbers: lines.flatMap(numberOn) };
    });

const numberOn = (line: string): CardNumber[] => {
  if (!/^(item\d+\.)?TEL[;:]/i.test(line)) return [];
  const shown = unescaped(line.slice(line.indexOf(':') + 1));
  const digits = /;waid=(\d+)/i.exec(line.slice(0, line.indexOf(':')))?.[1] ?? shown.replace(/\D/g, '');
  return [{ shown, digits }];
};

const unescaped = (value: string): string => value.replaceAll(/\\([,;\\])/g, '$1').trim();

export type Place = { readonly picture: string; readonly link: string; readonly words: string };

/** A place as a message's body has it: picture, link and words, parted by bars. Undefined when there is no link. */
export const readPlace = (body: string): Place | undefined => {
  const [picture = '', link = '', words = ''] = body.split('|');
  if (!/^https:\/\//.test(link)) return undefined;
  return { picture: /^data:image\/(jpeg|png|webp);base64,/.test(picture) ? picture : '', link, words };
};
