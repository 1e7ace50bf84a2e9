import { describe, expect, it } from 'vitest';
import { texts as english } from './en/texts.ts';
import { texts as portuguese } from './pt-BR/texts.ts';

const textAt = (texts: object, key: string): unknown => {
  let value: unknown = texts;
  for (const name of key.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
};

describe('the texts of section 8', () => {
  it.each([
    ['work.usersNotLoaded', 'Não foi possível carregar os usuários!'],
    ['imports.notAll', 'Não foi possível salvar todos os contatos'],
    ['imports.failed', 'Erro ao importar contatos!'],
    ['imports.done', 'Contatos importados com sucesso'],
    ['errors.ERR_NO_PERIOD', 'Parametrize o filtro'],
    ['errors.ERR_QUEUE_REQUIRED', 'Selecione uma fila'],
    ['ticket.notAllowed', 'Acesso não permitido'],
    ['ticket.deleted', 'Ticket deletado com sucesso!'],
    ['session.notice.other-login', 'Sua conta foi acessada em outro computador.'],
    ['composer.notRecorded', 'Erro ao gravar audio'],
    ['composer.notSaved', 'Erro ao salvar audio'],
    ['composer.started', 'Audio iniciado'],
    ['composer.recorded', 'Audio gravado com sucesso'],
    ['contact.noteAdded', 'Observação adicionada com sucesso!'],
    ['contact.noteDeleted', 'Observação excluída com sucesso!'],
    ['contact.saved', 'Operação realizada com sucesso!'],
    ['contact.notSaved', 'Não foi possível realizar a operação'],
    ['connections.confirmDelete', 'Deseja realmente excluir este registro?'],
    ['settings.saved', 'Operação atualizada com sucesso.'],
    ['settings.hoursSaved', 'Horários atualizados com sucesso.'],
  ])('%s is “%s”', (key, text) => {
    expect(textAt(portuguese, key)).toBe(text);
  });

  it('say in English that a queue was saved', () => {
    expect(textAt(english, 'queues.saved')).toBe('Queue saved successfully');
  });
});

describe('the texts of section 5', () => {
  it.each([
    ['records.required', 'Required'],
    ['records.tooShort', 'Too Short!'],
    ['records.tooLong', 'Too Long!'],
    ['users.invalidEmail', 'Invalid email'],
  ])('%s is “%s” in English', (key, text) => {
    expect(textAt(english, key)).toBe(text);
  });

  it.each([
    ['contact.required', 'Campo obrigatório'],
    ['contact.nameTooShort', 'Mínimo 2 caracteres'],
    ['contact.nameTooLong', 'Nome não pode ultrapassar 50 caracteres'],
    ['contact.numberTooShort', 'Mínimo 8 Caracteres'],
    ['contact.invalidEmail', 'Email inválido'],
    ['tags.tooShort', 'Mensagem muito curta'],
    ['schedules.tooShort', 'Mensagem muito curta'],
    ['schedules.required', 'Obrigatório'],
  ])('%s is “%s” in Portuguese', (key, text) => {
    expect(textAt(portuguese, key)).toBe(text);
  });
});
