import { askOfAppending, askOfNames, askOfSizes } from './appending.ts';
import { createAsker } from './asking.ts';
import { askOfRemoving } from './removing.ts';
import { askOfLinks, askOfTheWholeLog, askOfWhatMetadataHides } from './whole-log.ts';

/** Asks an empty store all that is to be asked; gives each question with its answer. */
export const askAll = async (connectionString: string): Promise<ReadonlyMap<string, string>> => {
  const asker = createAsker(connectionString);
  const ofThree = await askOfAppending(asker);
  const ended = await askOfRemoving(asker);
  await askOfLinks(asker);
  await askOfWhatMetadataHides(asker);
  await askOfTheWholeLog(asker, { ofThree, ended });
  await askOfSizes(asker);
  await askOfNames(asker, connectionString);
  await asker.client.dispose();
  return asker.answers;
};
