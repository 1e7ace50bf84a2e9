/** How programs write and listen in the company's name: the frame, and the documentation. */
export const messagesApi = {
  tabs: {
    label: 'Partes da API de mensagens',
    documentation: 'Documentação',
    keys: 'Chaves',
    webhooks: 'Webhooks',
  },
  intro:
    'Seus sistemas enviam mensagens de WhatsApp em nome da empresa com uma chamada HTTP, e depois perguntam, ou são avisados, o que aconteceu com cada uma.',
  token: {
    title: 'Consiga um token',
    text: 'Crie uma chave da empresa, com escopos e validade, que pode ser revogada. Ou use o token de uma conexão: ele envia por ela e lê as mensagens dela, recebidas e enviadas.',
    toKeys: 'Chaves da empresa',
    toConnections: 'Tokens das conexões',
    header:
      'O token vai em um cabeçalho, nunca no endereço: `Authorization: Bearer SEU_TOKEN` ou `token: SEU_TOKEN`. A chave sem `whatsappId` usa a conexão padrão.',
    field: 'Seu token',
    hint: 'Preenche os exemplos e o teste. Fica só na memória desta página e some quando você sai dela.',
    placeholder: 'SEU_TOKEN',
    show: 'Mostrar o token',
    hide: 'Ocultar o token',
  },
  example: {
    text: 'Seu pedido saiu!',
    caption: 'Segue o boleto',
    order: 'pedido',
    invoice: 'boleto',
    photo: 'foto',
    received: 'Veio assim',
  },
  code: {
    language: 'Linguagem dos exemplos',
    copyOf: 'Copiar {{what}}',
  },
  send: {
    title: 'Envie um texto',
    text: 'Ponha o seu telefone como número, com o código do país: `5511987654321` ou `+55 (11) 98765-4321`. O nono dígito é descoberto. Outra mensagem pede outra `Idempotency-Key`.',
    answer: 'Resposta 202',
    after:
      '202 quer dizer que a mensagem está anotada: ela sai assim que a conexão puder, mesmo que ela esteja desconectada agora.',
    absent:
      'Um número que ainda não é de um contato é conferido antes: sem WhatsApp, a resposta é 422 com `ERR_WAPP_INVALID_CONTACT`. O de um contato não é conferido de novo, nem outro enquanto nenhuma conexão responde: a resposta é 202 e, sem WhatsApp, o estado passa a `failed`, com esse código em `error.code`, aqui e no webhook `message.failed`.',
  },
  files: {
    title: 'Envie arquivos',
    upload: 'Em um formulário (multipart/form-data), o campo `medias` pode vir várias vezes:',
    address:
      'Ou diga de onde o arquivo é buscado, em JSON ou em um formulário. Endereços de redes internas são recusados:',
  },
  state: {
    title: 'Saiba o que aconteceu',
    text: 'Pergunte pelo id da resposta:',
    of: {
      queued: 'Espera a conexão.',
      unconfirmed:
        'Foi enviada e o WhatsApp ainda não confirmou. É enviada de novo, e o celular mostra uma só.',
      sent: 'O WhatsApp a tem.',
      delivered: 'Está no celular da pessoa.',
      read: 'Foi lida, se a pessoa deixa saber.',
      failed:
        'Não foi, ou o WhatsApp avisou um erro depois de `sent`. `error.code` diz por quê, e `error.whatsappCode` é o número do próprio WhatsApp.',
      deleted: 'Foi apagada.',
      received: 'Um contato a escreveu: o id vem de um webhook.',
    },
  },
  list: {
    title: 'Liste o que enviou',
    text: 'As mais novas primeiro, também por `number`, `ticketId`, `state` ou `since`. A próxima página começa no `nextCursor` da anterior, em `cursor`.',
  },
  received: {
    title: 'Leia o que recebeu',
    text: 'O webhook `message.received` diz o id em `messageId`. Por ele você lê qualquer mensagem, recebida ou enviada, com o texto, o arquivo e o contato:',
    answer: 'Resposta 200, com um arquivo',
    file: 'O arquivo está no caminho de `message.media.path`:',
    later:
      'Enquanto `path` é `null`, o arquivo está a caminho ou não pôde ser obtido. O webhook `message.changed` avisa quando ele chega. Até lá a resposta é 404: com `Retry-After`, pergunte de novo; sem ele, `detail` diz por quê.',
  },
  once: {
    title: 'Nunca duas vezes',
    text: 'Com o cabeçalho `Idempotency-Key` (até {{length}} caracteres) a mesma chamada pode ser repetida por {{hours}} horas: sai uma mensagem só, e a resposta é a da primeira vez, com `Idempotent-Replayed: true`. A chave vale para o seu token: com outro token é outra chamada. A mesma chave com outro conteúdo é recusada com 409. Use-a sempre que um erro de rede puder fazer seu sistema tentar de novo.',
  },
  fields: {
    title: 'Campos do envio',
    of: {
      number: 'Código do país, DDD e número; o que há entre os dígitos não conta. Obrigatório.',
      body: 'O texto; com um arquivo, a legenda.',
      medias: 'Arquivos, em um formulário.',
      mediaUrl:
        'Endereço de um arquivo. `mediaUrls` aceita até {{urls}}; em um formulário o campo vem uma vez para cada um.',
      fileName: 'Como se chama o único arquivo da chamada, em vez do nome dele.',
      externalId: 'Seu nome para a mensagem; a lista encontra por ele. Pode repetir.',
      queueId: 'Fila do ticket, se um for aberto. Sem ela, a padrão do contato ou a primeira da conexão.',
      userId: 'Em nome de quem: conta como escrita por uma pessoa, e o menu se cala.',
      sendSignature: 'Põe o nome desse usuário acima do texto.',
      closeTicket: 'Encerra o ticket assim que a mensagem for anotada.',
      quotedMessageId: 'Mensagem da mesma conversa a que esta responde.',
      whatsappId: 'Conexão a usar, com uma chave da empresa.',
    },
  },
  problems: {
    title: 'Erros',
    text: 'Recusas vêm como `application/problem+json` (RFC 9457). O campo `code` não muda; `errors` diz quais campos.',
    status: 'Status',
    code: 'code',
    meaning: 'O que aconteceu, e o que fazer',
    of: {
      ERR_UNREADABLE_BODY: 'O corpo não pôde ser lido: JSON ou formulário malformado; `detail` diz onde.',
      ERR_WEBHOOK_ADDRESS:
        'O endereço do webhook não pode ser usado: precisa ser http ou https, público e sem usuário e senha.',
      ERR_UNAUTHENTICATED: 'Falta o token, ou ele não vale (mais). Confira, ou crie outra chave.',
      ERR_SUBSCRIPTION_EXPIRED: 'A assinatura da empresa venceu: nenhum token funciona até a renovação.',
      ERR_SCOPE_MISSING: 'A chave não tem o escopo desta chamada.',
      ERR_NO_MESSAGE_FOUND: 'Não há essa mensagem, ou ela não é deste token.',
      ERR_NOT_FOUND:
        'Não há esse caminho; ou o arquivo não está aqui. Com `Retry-After` ele está a caminho: pergunte de novo; sem ele, `detail` diz por quê.',
      ERR_NO_WAPP_FOUND: 'Não há essa conexão.',
      ERR_NO_QUEUE_FOUND: 'Não há essa fila: confira `queueId`.',
      ERR_NO_USER_FOUND: 'Não há esse usuário: confira `userId`.',
      ERR_NO_WEBHOOK_FOUND: 'Não há esse webhook.',
      ERR_NO_DELIVERY_FOUND: 'Não há essa entrega, ou ela tem mais de 30 dias.',
      ERR_NO_DEF_WAPP_FOUND: 'A empresa não tem conexão padrão: informe `whatsappId`.',
      ERR_IDEMPOTENCY_MISMATCH: 'Essa `Idempotency-Key` já veio com outro conteúdo.',
      ERR_CONFLICT: 'Mudou no mesmo instante: repita.',
      ERR_WEBHOOK_LIMIT: 'A empresa já tem o máximo de webhooks: exclua um que não precisa mais.',
      ERR_WEBHOOK_DISABLED: 'O webhook está desativado: ative-o e repita.',
      ERR_MEDIA_TOO_LARGE: 'O arquivo, ou o corpo inteiro, é grande demais; `detail` diz o limite.',
      ERR_CONTENT_TYPE:
        'O `Content-Type` não é aceito: envie `application/json`, ou arquivos em `multipart/form-data`.',
      ERR_VALIDATION: 'Algo não está como deve, ou um campo não existe; `errors` diz qual.',
      ERR_EMPTY_MESSAGE: 'Não há texto nem arquivo.',
      ERR_WAPP_INVALID_CONTACT:
        'O número não tem WhatsApp. De quem já é contato isso vem depois do 202, em `error.code`.',
      ERR_MEDIA_NOT_FETCHED:
        'O arquivo não pôde ser buscado no endereço, ou está vazio; `errors` diz por quê.',
      ERR_TOO_MANY_REQUESTS:
        'Chamadas demais com o token, ou mensagens demais para o número; `limit` diz qual. Espere o que diz `Retry-After`.',
      ERR_INTERNAL: 'Algo deu errado do nosso lado. Repita com a mesma `Idempotency-Key`.',
      ERR_UNAVAILABLE: 'Algo está fora do ar. Repita com a mesma `Idempotency-Key`.',
      ERR_DISK_FULL: 'O disco do servidor está cheio: nada é enviado até haver espaço.',
    },
  },
  limits: {
    title: 'Limites',
    calls:
      'Cada token faz até {{calls}} chamadas por minuto. As respostas dizem esse limite em `RateLimit-Policy` e o que resta dele em `RateLimit`.',
    number:
      'Cada número recebe até {{messages}} mensagens por minuto por estas chamadas, de todos os tokens da empresa juntos; cada arquivo é uma mensagem.',
    met: '429 diz em `limit`, e nesses dois cabeçalhos, qual dos limites foi atingido, e em `Retry-After` quantos segundos esperar.',
    text: 'Texto: até {{characters}} caracteres; o JSON inteiro até 512 KB.',
    files: 'Arquivo: até {{file}} MB; imagem, áudio ou vídeo acima de {{media}} MB vai como documento.',
    counts:
      'Em uma chamada: até {{files}} arquivos em um formulário, {{urls}} endereços. Em uma empresa: até {{webhooks}} webhooks.',
  },
  told: {
    title: 'Seja avisado',
    text: 'Em vez de perguntar, receba em um endereço seu o que acontece: mensagens recebidas, enviadas, entregues e lidas, tickets, contatos. Tudo assinado como diz o Standard Webhooks, que bibliotecas de muitas linguagens conferem, e repetido até dar certo.',
    link: 'Configurar webhooks',
  },
  reference: {
    title: 'Referência completa',
    text: 'As chamadas de programas, com esquemas e exemplos, em OpenAPI 3.1. Importe por este endereço no Postman ou no Insomnia, ou faça dele um cliente:',
    link: 'Abrir a referência',
    address: 'Endereço da descrição OpenAPI',
  },
};
