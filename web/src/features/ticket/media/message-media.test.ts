import { describe, expect, it } from 'vitest';
import type { MediaView } from '#contracts/views.ts';
import type { MediaType } from '#domain/message/events.ts';
import { messageOf } from '../../../live/testing/messages.ts';
import { drawnBubble } from '../../../testing/drawn-bubble.tsx';

const drawn = (mediaType: MediaType, mime: string, mediaName: string | null = null) => {
  const media: MediaView = {
    ...{ state: 'stored', reason: null, mime, size: 2_000, seconds: null, width: null, height: null },
    ...{ voice: false, sticker: false, thumbnailUrl: null },
  };
  return drawnBubble(messageOf({ id: 'm', body: '', mediaType, media, mediaName, mediaUrl: '/api/media/1' }));
};

describe('a file of a message', () => {
  it.each<[MediaType, string, string]>([
    ['image', 'image/heic', 'Imagem.heic'],
    ['video', 'video/3gpp', 'Vídeo.3gp'],
    ['video', 'video/vnd.avi', 'Vídeo.avi'],
    ['video', 'video/x-ms-asf', 'Vídeo.wmv'],
    ['video', 'video/mpeg', 'Vídeo.mpg'],
    ['audio', 'audio/amr', 'Áudio.amr'],
    ['audio', 'audio/ogg; codecs=speex', 'Áudio.spx'],
    ['application', 'application/pdf', 'Documento.pdf'],
    ['image', 'text/plain', 'Imagem.txt'],
  ])('%s of %s is a card to keep, by a name with its ending', (mediaType, mime, name) => {
    const bubble = drawn(mediaType, mime);
    expect(bubble).toContain('data-testid="document"');
    expect(bubble).toContain(`download="${name}"`);
  });
  it('keeps its own name', () => {
    expect(drawn('image', 'image/heic', 'IMG 1/2024.heic')).toContain('download="IMG 1/2024.heic"');
  });
  it.each<[MediaType, string, string]>([
    ['image', 'image/jpeg', 'picture'],
    ['video', 'video/mp4', 'film'],
    ['audio', 'audio/ogg', 'audio'],
  ])('%s of %s is shown', (mediaType, mime, kind) => {
    expect(drawn(mediaType, mime)).toContain(`data-testid="${kind}"`);
  });
});
