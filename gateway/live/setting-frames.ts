import { companyEvent } from '#contracts/live.ts';
import { may } from '#domain/access/may.ts';
import { settingOf, settingValue } from '#domain/company/settings.ts';
import { listSettings } from '#projections/inbox/queries/records.ts';
import type { Queryable } from '#projections/tenant.ts';
import { type Audience, everybody } from './audience.ts';
import { type Changes, changesOf } from './changes.ts';
import type { Outgoing } from './frames.ts';

const readers: Audience = ({ viewer }) => may(viewer, 'company.readSettings');

/** Settings that changed, for those who are answered them. What was once kept under other keys is nobody's. */
export const settingFrames = async (db: Queryable, changes: Changes): Promise<readonly Outgoing[]> => {
  const { upserted } = changesOf(changes, 'setting');
  if (upserted.length === 0) return [];
  const event = companyEvent(changes.companyId, 'setting');
  return (await listSettings(db)).flatMap(({ key, value: kept }) => {
    const setting = upserted.includes(key) ? settingOf(key) : undefined;
    const value = setting && settingValue(setting, kept);
    if (!setting || value === undefined) return [];
    const data = { action: 'update' as const, setting: { key, value } };
    return [{ event, data, audience: setting.readers === 'everybody' ? everybody : readers }];
  });
};
