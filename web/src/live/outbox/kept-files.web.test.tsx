import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { newCommandId } from '../../shared/command-id.ts';

/** Another tab: it has the same database, and its own memory. */
const tab = (name: string): Promise<typeof import('./kept-files.ts')> =>
  import(/* @vite-ignore */ `./kept-files.ts?tab=${name}`);

it('leaves what another tab has just kept, before that stands in an outbox', async () => {
  const [here, there, afterReload] = [await tab('here'), await tab('there'), await tab('reload')];
  const [fresh, old] = [newCommandId(), v7({ msecs: Date.now() - 3_600_000 })];
  const file = new File(['x'], 'a.txt');
  await here.keepFile(fresh, file);
  await here.keepFile(old, file);
  await there.forgetOthers(() => false);
  expect((await afterReload.keptFile(fresh))?.name).toBe('a.txt');
  expect(await afterReload.keptFile(old)).toBeUndefined();
});
