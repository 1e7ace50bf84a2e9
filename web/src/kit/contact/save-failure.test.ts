import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { texts } from '../../i18n/pt-BR/texts.ts';
import { ApiError } from '../../shared/api-error.ts';
import { saveFailure } from './save-failure.ts';

describe('a contact that was not saved', () => {
  beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': { translation: texts } } }));

  it('says why', () => {
    const error = new ApiError({ status: 404, code: 'ERR_NO_CONTACT_FOUND' });
    expect(saveFailure(error)).toBe(texts.errors.ERR_NO_CONTACT_FOUND);
  });
  it.each([new ApiError({ status: 500, code: 'ERR_INTERNAL' }), new TypeError('x')])(
    'says that it was not, where there is no reason to tell',
    error => expect(saveFailure(error)).toBe('Não foi possível realizar a operação'),
  );
});
