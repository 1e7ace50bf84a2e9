/** What is known of kinds of files, by their MIME types. */
type Kind = {
  /** As what WhatsApp's phones show or play it within a conversation; as a document where it says nothing. */
  readonly sentAs?: 'image' | 'video' | 'audio';
  /** Browsers show or play it, without running anything of it. Everything else is only given out to be kept. */
  readonly isShown?: true;
  /** What names of such files end in. */
  readonly ending?: string;
};

/** Without codecs `audio/ogg` is Opus. */
const kinds: Readonly<Record<string, Kind>> = {
  'image/jpeg': { sentAs: 'image', isShown: true, ending: 'jpg' },
  'image/png': { sentAs: 'image', isShown: true, ending: 'png' },
  'image/webp': { sentAs: 'image', isShown: true, ending: 'webp' },
  'image/gif': { isShown: true, ending: 'gif' },
  'image/heic': { ending: 'heic' },
  'image/heif': { ending: 'heif' },
  'image/avif': { ending: 'avif' },
  'image/tiff': { ending: 'tif' },
  'image/bmp': { ending: 'bmp' },
  'video/mp4': { sentAs: 'video', isShown: true, ending: 'mp4' },
  'video/quicktime': { sentAs: 'video', isShown: true, ending: 'mov' },
  'video/3gpp': { sentAs: 'video', ending: '3gp' },
  'video/3gpp2': { ending: '3g2' },
  'video/webm': { isShown: true, ending: 'webm' },
  'video/vnd.avi': { ending: 'avi' },
  'video/x-ms-asf': { ending: 'wmv' },
  'video/mpeg': { ending: 'mpg' },
  'video/mp2t': { ending: 'mts' },
  'video/matroska': { ending: 'mkv' },
  'video/x-flv': { ending: 'flv' },
  'audio/ogg': { sentAs: 'audio', isShown: true, ending: 'ogg' },
  'audio/ogg; codecs=vorbis': { isShown: true, ending: 'ogg' },
  'audio/ogg; codecs=speex': { ending: 'spx' },
  'audio/ogg; codecs=flac': { isShown: true, ending: 'oga' },
  'video/ogg': { ending: 'ogv' },
  'application/ogg': { ending: 'ogx' },
  'audio/mpeg': { sentAs: 'audio', isShown: true, ending: 'mp3' },
  'audio/mp4': { sentAs: 'audio', isShown: true, ending: 'm4a' },
  'audio/aac': { sentAs: 'audio', isShown: true, ending: 'aac' },
  'audio/amr': { sentAs: 'audio', ending: 'amr' },
  'audio/wav': { isShown: true, ending: 'wav' },
  'audio/webm': { isShown: true, ending: 'weba' },
  'audio/flac': { isShown: true, ending: 'flac' },
  'audio/midi': { ending: 'mid' },
  'audio/x-ms-asf': { ending: 'wma' },
  'text/plain': { ending: 'txt' },
  'text/csv': { ending: 'csv' },
  'text/vcard': { ending: 'vcf' },
  'text/calendar': { ending: 'ics' },
  'application/json': { ending: 'json' },
  'application/xml': { ending: 'xml' },
  'application/pdf': { ending: 'pdf' },
  'application/rtf': { ending: 'rtf' },
  'application/zip': { ending: 'zip' },
  'application/x-rar-compressed': { ending: 'rar' },
  'application/x-7z-compressed': { ending: '7z' },
  'application/gzip': { ending: 'gz' },
  'application/msword': { ending: 'doc' },
  'application/vnd.ms-excel': { ending: 'xls' },
  'application/vnd.ms-powerpoint': { ending: 'ppt' },
  'application/vnd.ms-outlook': { ending: 'msg' },
  'application/vnd.visio': { ending: 'vsd' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { ending: 'docx' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { ending: 'xlsx' },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': { ending: 'pptx' },
  'application/vnd.oasis.opendocument.text': { ending: 'odt' },
  'application/vnd.oasis.opendocument.spreadsheet': { ending: 'ods' },
  'application/vnd.oasis.opendocument.presentation': { ending: 'odp' },
};

const kindOf = (mime: string | null): Kind | undefined => (mime === null ? undefined : kinds[mime]);

/** Whether browsers show or play what is of this type. Null where nobody knows what it is. */
export const isShown = (mime: string | null): boolean => kindOf(mime)?.isShown === true;

/** As what WhatsApp takes a file of this type, so that its phones show or play it. */
export const sentAs = (mime: string): 'image' | 'video' | 'audio' | 'application' =>
  kindOf(mime)?.sentAs ?? 'application';

/** A name for a file that has none: one word, and the ending of its type where that is known. */
export const nameWithEnding = (word: string, mime: string | null): string => {
  const ending = kindOf(mime)?.ending;
  return ending ? `${word}.${ending}` : word;
};

/** The type of each ending. */
const ofEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(kinds).flatMap(([mime, { ending }]) => (ending ? [[ending, mime] as const] : [])),
);
const alike: Readonly<Record<string, string>> = {
  dot: 'doc',
  xlt: 'xls',
  pps: 'ppt',
  m4b: 'm4a',
  m4r: 'm4a',
};

/** The type that a name's ending speaks of; undefined where it speaks of none that is known. */
export const typeOfEnding = (name: string): string | undefined => {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return ofEnding.get(alike[ending] ?? ending);
};
