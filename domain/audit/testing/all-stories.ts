import { companyStories } from './company-stories.ts';
import { contactStories } from './contact-stories.ts';
import { messageStories } from './message-stories.ts';
import { otherStories } from './other-stories.ts';
import { recordStories } from './record-stories.ts';
import type { Story } from './stories.ts';
import { ticketStories } from './ticket-stories.ts';
import { workStories } from './work-stories.ts';

/** Every event of the catalogue in the life of something, with what it changed, written by hand. */
export const stories: readonly Story[] = [
  ...[...ticketStories, ...messageStories, ...contactStories, ...companyStories],
  ...[...workStories, ...recordStories, ...otherStories],
];
