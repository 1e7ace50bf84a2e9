import { base64Of } from './files.ts';
import type { Content } from './simulator-actions.ts';
import { encodeWav } from './wav.ts';

const rate = 16_000;

/** A recording as a voice note. It is written anew as WAV: browsers record in formats of their own. */
export const voiceOf = async (recorded: Blob): Promise<Content> => {
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await recorded.arrayBuffer());
  const file = new Blob([encodeWav(sound.getChannelData(0), rate)], { type: 'audio/wav' });
  const seconds = Math.max(1, Math.round(sound.duration));
  return {
    media: { kind: 'audio', base64: await base64Of(file), mimetype: file.type, voice: true, seconds },
  };
};
