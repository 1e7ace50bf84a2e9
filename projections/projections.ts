import { access } from './access/projection.ts';
import { audit } from './audit/projection.ts';
import { dashboard } from './dashboard/projection.ts';
import { inbox } from './inbox/projection.ts';
import type { Projection } from './kit/projection.ts';

/** Every read model there is. */
export const projections: readonly Projection[] = [inbox, access, dashboard, audit];
