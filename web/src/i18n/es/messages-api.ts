/** How programs write and listen in the company's name: the frame, and the documentation. */
export const messagesApi = {
  tabs: {
    label: 'Partes de la API de mensajes',
    documentation: 'Documentación',
    keys: 'Claves',
    webhooks: 'Webhooks',
  },
  intro:
    'Sus sistemas envían mensajes de WhatsApp en nombre de la empresa con una llamada HTTP, y después preguntan, o son avisados, qué pasó con cada uno.',
  token: {
    title: 'Consiga un token',
    text: 'Cree una clave de la empresa, con alcances y vencimiento, que se puede revocar. O use el token de una conexión: envía por ella y lee sus mensajes, recibidos y enviados.',
    toKeys: 'Claves de la empresa',
    toConnections: 'Tokens de las conexiones',
    header:
      'El token va en un encabezado, nunca en la dirección: `Authorization: Bearer SU_TOKEN` o `token: SU_TOKEN`. La clave sin `whatsappId` usa la conexión predeterminada.',
    field: 'Su token',
    hint: 'Completa los ejemplos y la prueba. Queda solo en la memoria de esta página y desaparece cuando usted sale.',
    placeholder: 'SU_TOKEN',
    show: 'Mostrar el token',
    hide: 'Ocultar el token',
  },
  example: {
    text: '¡Su pedido salió!',
    caption: 'Aquí está la factura',
    order: 'pedido',
    invoice: 'factura',
    photo: 'foto',
    received: 'Llegó así',
  },
  code: {
    language: 'Lenguaje de los ejemplos',
    copyOf: 'Copiar {{what}}',
  },
  send: {
    title: 'Envíe un texto',
    text: 'Ponga su teléfono como número, con el código del país: `5511987654321` o `+55 (11) 98765-4321`. El noveno dígito de Brasil se averigua. Otro mensaje pide otra `Idempotency-Key`.',
    answer: 'Respuesta 202',
    after:
      '202 quiere decir que el mensaje está anotado: sale en cuanto la conexión pueda, aunque ahora esté desconectada.',
    absent:
      'Un número que aún no es de un contacto se comprueba antes: sin WhatsApp, la respuesta es 422 con `ERR_WAPP_INVALID_CONTACT`. El de un contacto no se comprueba otra vez, ni otro mientras ninguna conexión responde: la respuesta es 202 y, sin WhatsApp, el estado pasa a `failed`, con ese código en `error.code`, aquí y en el webhook `message.failed`.',
  },
  files: {
    title: 'Envíe archivos',
    upload: 'En un formulario (multipart/form-data), el campo `medias` puede venir varias veces:',
    address:
      'O diga de dónde se busca el archivo, en JSON o en un formulario. Las direcciones de redes internas son rechazadas:',
  },
  state: {
    title: 'Sepa qué pasó',
    text: 'Pregunte por el id de la respuesta:',
    of: {
      queued: 'Espera la conexión.',
      unconfirmed:
        'Fue enviado y WhatsApp aún no confirmó. Se envía otra vez, y el teléfono muestra uno solo.',
      sent: 'WhatsApp lo tiene.',
      delivered: 'Está en el teléfono de la persona.',
      read: 'Fue leído, si la persona deja saberlo.',
      failed:
        'No salió, o WhatsApp avisó un error después de `sent`. `error.code` dice por qué, y `error.whatsappCode` es el número del propio WhatsApp.',
      deleted: 'Fue borrado.',
      received: 'Lo escribió un contacto: el id viene de un webhook.',
    },
  },
  list: {
    title: 'Liste lo que envió',
    text: 'Los más nuevos primero, también por `number`, `ticketId`, `state` o `since`. La próxima página empieza en el `nextCursor` de la anterior, en `cursor`.',
  },
  received: {
    title: 'Lea lo que recibió',
    text: 'El webhook `message.received` da el id en `messageId`. Por él usted lee cualquier mensaje, recibido o enviado, con su texto, archivo y contacto:',
    answer: 'Respuesta 200, con un archivo',
    file: 'El archivo está en la ruta que dice `message.media.path`:',
    later:
      'Mientras `path` es `null`, el archivo está en camino o no se pudo obtener. El webhook `message.changed` avisa cuando llega. Hasta entonces la respuesta es 404: con `Retry-After`, pregunte otra vez; sin él, `detail` dice por qué.',
  },
  once: {
    title: 'Nunca dos veces',
    text: 'Con el encabezado `Idempotency-Key` (hasta {{length}} caracteres) la misma llamada se puede repetir durante {{hours}} horas: sale un solo mensaje, y la respuesta es la de la primera vez, con `Idempotent-Replayed: true`. La clave vale para su token: con otro token es otra llamada. La misma clave con otro contenido se rechaza con 409. Úsela siempre que un error de red pueda hacer que su sistema intente otra vez.',
  },
  fields: {
    title: 'Campos del envío',
    of: {
      number:
        'Código del país, código de área y número; lo que hay entre los dígitos no cuenta. Obligatorio.',
      body: 'El texto; con un archivo, la leyenda.',
      medias: 'Archivos, en un formulario.',
      mediaUrl:
        'Dirección de un archivo. `mediaUrls` acepta hasta {{urls}}; en un formulario el campo viene una vez por cada una.',
      fileName: 'Cómo se llama el único archivo de la llamada, en vez de su nombre.',
      externalId: 'Su nombre para el mensaje; la lista lo encuentra por él. Se puede repetir.',
      queueId: 'Cola del ticket, si se abre uno. Sin ella, la del contacto o la primera de la conexión.',
      userId: 'En nombre de quién: cuenta como escrito por una persona, y el menú calla.',
      sendSignature: 'Pone el nombre de ese usuario encima del texto.',
      closeTicket: 'Cierra el ticket en cuanto el mensaje está anotado.',
      quotedMessageId: 'Mensaje de la misma conversación al que este responde.',
      whatsappId: 'Conexión a usar, con una clave de la empresa.',
    },
  },
  problems: {
    title: 'Errores',
    text: 'Los rechazos vienen como `application/problem+json` (RFC 9457). El campo `code` no cambia; `errors` dice qué campos.',
    status: 'Estado',
    code: 'code',
    meaning: 'Qué pasó, y qué hacer',
    of: {
      ERR_UNREADABLE_BODY:
        'El cuerpo no se pudo leer: el JSON o el formulario está mal formado; `detail` dice dónde.',
      ERR_WEBHOOK_ADDRESS:
        'La dirección del webhook no se puede usar: debe ser http o https, pública y sin usuario ni contraseña.',
      ERR_UNAUTHENTICATED: 'Falta el token, o (ya) no vale. Verifíquelo, o cree otra clave.',
      ERR_SUBSCRIPTION_EXPIRED:
        'La suscripción de la empresa venció: ningún token funciona hasta que se renueve.',
      ERR_SCOPE_MISSING: 'La clave no tiene el alcance de esta llamada.',
      ERR_NO_MESSAGE_FOUND: 'No hay tal mensaje, o no es de este token.',
      ERR_NOT_FOUND:
        'No hay esa ruta; o el archivo no está aquí. Con `Retry-After` está en camino: pregunte otra vez; sin él, `detail` dice por qué.',
      ERR_NO_WAPP_FOUND: 'No hay tal conexión.',
      ERR_NO_QUEUE_FOUND: 'No hay tal cola: verifique `queueId`.',
      ERR_NO_USER_FOUND: 'No hay tal usuario: verifique `userId`.',
      ERR_NO_WEBHOOK_FOUND: 'No hay tal webhook.',
      ERR_NO_DELIVERY_FOUND: 'No hay tal entrega, o tiene más de 30 días.',
      ERR_NO_DEF_WAPP_FOUND: 'La empresa no tiene conexión predeterminada: indique `whatsappId`.',
      ERR_IDEMPOTENCY_MISMATCH: 'Esa `Idempotency-Key` ya vino con otro contenido.',
      ERR_CONFLICT: 'Cambió en el mismo instante: repita.',
      ERR_WEBHOOK_LIMIT: 'La empresa ya tiene el máximo de webhooks: elimine uno que no necesite.',
      ERR_WEBHOOK_DISABLED: 'El webhook está desactivado: actívelo y repita.',
      ERR_MEDIA_TOO_LARGE: 'El archivo, o el cuerpo entero, es demasiado grande; `detail` dice el límite.',
      ERR_CONTENT_TYPE:
        'Este `Content-Type` no se acepta: envíe `application/json`, o archivos en `multipart/form-data`.',
      ERR_VALIDATION: 'Algo no está como debe, o un campo no existe; `errors` dice cuál.',
      ERR_EMPTY_MESSAGE: 'No hay texto ni archivo.',
      ERR_WAPP_INVALID_CONTACT:
        'El número no tiene WhatsApp. De quien ya es contacto esto viene después del 202, en `error.code`.',
      ERR_MEDIA_NOT_FETCHED:
        'El archivo no se pudo buscar en su dirección, o está vacío; `errors` dice por qué.',
      ERR_TOO_MANY_REQUESTS:
        'Demasiadas llamadas con el token, o demasiados mensajes al número; `limit` dice cuál. Espere lo que dice `Retry-After`.',
      ERR_INTERNAL: 'Algo salió mal de nuestro lado. Repita con la misma `Idempotency-Key`.',
      ERR_UNAVAILABLE: 'Algo no funciona en este momento. Repita con la misma `Idempotency-Key`.',
      ERR_DISK_FULL: 'El disco del servidor está lleno: nada se envía hasta que haya espacio.',
    },
  },
  limits: {
    title: 'Límites',
    calls:
      'Cada token hace hasta {{calls}} llamadas por minuto. Las respuestas dicen ese límite en `RateLimit-Policy` y lo que queda de él en `RateLimit`.',
    number:
      'Cada número recibe hasta {{messages}} mensajes por minuto por estas llamadas, de todos los tokens de la empresa juntos; cada archivo es un mensaje.',
    met: '429 dice en `limit`, y en esos dos encabezados, cuál de los límites se alcanzó, y en `Retry-After` cuántos segundos esperar.',
    text: 'Texto: hasta {{characters}} caracteres; el JSON entero hasta 512 KB.',
    files: 'Archivo: hasta {{file}} MB; una imagen, audio o video de más de {{media}} MB va como documento.',
    counts:
      'En una llamada: hasta {{files}} archivos en un formulario, {{urls}} direcciones. En una empresa: hasta {{webhooks}} webhooks.',
  },
  told: {
    title: 'Reciba avisos',
    text: 'En vez de preguntar, reciba en una dirección suya lo que pasa: mensajes recibidos, enviados, entregados y leídos, tickets, contactos. Todo firmado como dice Standard Webhooks, que bibliotecas de muchos lenguajes comprueban, y repetido hasta que llegue.',
    link: 'Configurar webhooks',
  },
  reference: {
    title: 'Referencia completa',
    text: 'Las llamadas de programas, con esquemas y ejemplos, en OpenAPI 3.1. Impórtelas por esta dirección en Postman o Insomnia, o haga de ella un cliente:',
    link: 'Abrir la referencia',
    address: 'Dirección de la descripción OpenAPI',
  },
};
