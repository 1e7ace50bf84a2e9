import { describe, expect, it } from 'vitest';
import { isShown, nameWithEnding, sentAs, typeOfEnding } from './file-kinds.ts';

describe('a kind of file', () => {
  it.each([
    ['image/jpeg', true, 'image'],
    ['image/heic', false, 'application'],
    ['video/mp4', true, 'video'],
    ['video/3gpp', false, 'video'],
    ['video/vnd.avi', false, 'application'],
    ['audio/ogg', true, 'audio'],
    ['audio/ogg; codecs=vorbis', true, 'application'],
    ['audio/ogg; codecs=speex', false, 'application'],
    ['text/html', false, 'application'],
    ['image/svg+xml', false, 'application'],
  ])('%s: a browser shows it: %s; it is sent as %s', (mime, shown, kind) => {
    expect([isShown(mime), sentAs(mime)]).toEqual([shown, kind]);
  });
  it('gives a name to a file that has none', () => {
    expect(nameWithEnding('Imagem', 'image/heic')).toBe('Imagem.heic');
    expect(nameWithEnding('Documento', 'application/x-unknown')).toBe('Documento');
    expect(nameWithEnding('Documento', null)).toBe('Documento');
  });
  it('is spoken of by the ending of a name', () => {
    expect(typeOfEnding('A.DOC')).toBe('application/msword');
    expect(typeOfEnding('som.m4b')).toBe('audio/mp4');
    expect(typeOfEnding('doc')).toBeUndefined();
  });
});
