import { adminStates } from './admin-states.ts';
import { apiStates } from './api-states.ts';
import { composerStates } from './composer-states.ts';
import { connectionStates } from './connection-states.ts';
import { conversationStates } from './conversation-states.ts';
import { beforeSetup, firstDay } from './first-states.ts';
import { listStates } from './list-states.ts';
import { menuStates } from './menu-states.ts';
import { recordStates } from './record-states.ts';
import { replayStates } from './replay-states.ts';
import type { State } from './scene.ts';
import { scheduleStates } from './schedule-states.ts';
import { webhookStates } from './webhook-states.ts';
import { workStates } from './work-states.ts';

/** States of a company in the middle of its day. */
export const companyStates: readonly State[] = [
  ...listStates,
  ...conversationStates,
  ...composerStates,
  ...workStates,
  ...recordStates,
  ...connectionStates,
  ...adminStates,
  ...menuStates,
  ...scheduleStates,
  ...replayStates,
  ...apiStates,
  ...webhookStates,
];

/** All states that pictures are taken of, each in every look. */
export const allStates: readonly State[] = [...beforeSetup, ...firstDay, ...companyStates];
