import { lazy } from 'react';
import TicketsPage from '../features/tickets/tickets-page.tsx';
import { later } from '../shared/later.ts';
import { untilThere } from '../shared/until-there.ts';

const conversation = later(() => import('../features/ticket/conversation-pane.tsx'));
const Messages = lazy(
  untilThere(async () => ({ default: (await import('../features/ticket/message-list.tsx')).MessageList })),
);

/** The lists of tickets beside the conversation of one. */
const TicketsScreen = () => <TicketsPage conversation={conversation} messages={Messages} />;
export default TicketsScreen;
