import { z } from 'zod';
import type { RecordOutcome } from '#commands/record-commands.ts';
import { fileAnswer, shownFile } from '#contracts/records.ts';
import type { AnyRecord } from '#domain/records/records.ts';
import { isRejection } from '#domain/shared/decision.ts';
import type { HeldFile } from '#domain/shared/fields.ts';
import { nameWithEnding } from '#domain/shared/file-kinds.ts';
import { inspectFile } from '#files/inspect.ts';
import type { MediaStore } from '#files/store.ts';
import { CallRefused } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import { type ReceivedFile, receiveForm } from '../media/received-files.ts';

const schema = { params: z.object({ id: z.uuid() }), response: { 200: fileAnswer } };

/** The file of each of a record: given, replaced and taken away by who may change the record. */
export const recordFileRoutes = (app: App, gateway: Gateway, record: AnyRecord): void => {
  const { media, mediaLimits } = gateway;
  const { idField } = record;
  const commands = gateway.commands.anyRecord[record.concept];
  const path = `${record.path}/:id/file-upload`;

  app.post(path, { config: { upload: true }, schema }, async (request, reply) => {
    const { id } = request.params;
    const context = commandContext(request);
    const { companyId } = context;
    if (!request.isMultipart())
      throw new CallRefused('ERR_VALIDATION', { message: 'body: a form is wanted' });
    const given = await onlyFile(await receiveForm(request, media, mediaLimits));
    const file = await stored(media, given, { companyId, id: idMadeBy(context, 'file') });
    const outcome = await commands.attach(context, { [idField]: id, file });
    if (isRejection(outcome)) await media.release(companyId, file.id);
    const { position } = accepted(reply, outcome);
    await releaseFormer(media, companyId, { record, outcome });
    return { id, ...shownFile(companyId, file), position };
  });

  app.delete(path, { schema }, async (request, reply) => {
    const { id } = request.params;
    const context = commandContext(request);
    const outcome = await commands.attach(context, { [idField]: id, file: null });
    const { position } = accepted(reply, outcome);
    await releaseFormer(media, context.companyId, { record, outcome });
    return { id, ...shownFile(context.companyId, null), position };
  });
};

/** Gives up the file that a record had before a command, unless it has it still. Idempotent. */
export const releaseFormer = async (
  media: Pick<MediaStore, 'release'>,
  companyId: string,
  { record, outcome }: { readonly record: AnyRecord; readonly outcome: RecordOutcome },
): Promise<void> => {
  if (isRejection(outcome)) return;
  const former = record.fileOf(outcome.before);
  if (former && former.id !== record.fileOf(outcome.state)?.id) await media.release(companyId, former.id);
};

/** The one file of a form. @throws ERR_VALIDATION when there is another number of them; none is kept then. */
export const onlyFile = async ({
  files,
}: {
  readonly files: readonly ReceivedFile[];
}): Promise<ReceivedFile> => {
  const [file, ...others] = files;
  if (file && others.length === 0) return file;
  await Promise.all(files.map(({ draft }) => draft.discard()));
  throw new CallRefused('ERR_VALIDATION', { message: 'body: one file is wanted' });
};

/** Its bytes in their place, under an owner that is new for each file: no other file of the record is touched. */
const stored = async (
  media: MediaStore,
  { draft, name: given }: ReceivedFile,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<HeldFile> => {
  try {
    const { hash, size } = draft;
    const { mime } = await inspectFile(draft.path, given);
    const name = given || nameWithEnding('arquivo', mime);
    await media.keep({ companyId, messageId: id, persons: [] }, draft, { kind: 'original', mime, name });
    return { id, hash, mime, size, name };
  } finally {
    await draft.discard();
  }
};
