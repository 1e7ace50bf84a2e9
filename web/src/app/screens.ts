import {
  type Icon,
  IconAddressBook,
  IconApi,
  IconBolt,
  IconBrandWhatsapp,
  IconCalendarTime,
  IconChartBar,
  IconClockPlay,
  IconDeviceMobileMessage,
  IconHistory,
  IconPlugConnected,
  IconSettings,
  IconSitemap,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { SessionUserView } from '#contracts/views.ts';
import type { Action } from '#domain/access/table.ts';
import { useConnectionTrouble } from '../features/connections/use-connection-trouble.ts';

export const menuGroups = ['attendance', 'relationship', 'administration'] as const;

/** One screen. Navigation, routes, the palette and the tab's title are made of this and know no screen by name. */
export type Screen = {
  /** Where the menu leads. */
  readonly to: string;
  /** What follows `to` in the route's pattern. */
  readonly parameters?: string;
  readonly group: (typeof menuGroups)[number];
  readonly icon: Icon;
  /** The key of its text. */
  readonly title: string;
  /** Who may not do this is told so and led away; their menu does not have it. */
  readonly action?: Action;
  /** They are led away without a word: everybody comes by this address. */
  readonly isQuiet?: boolean;
  /** Whether this user's installation has it at all. */
  readonly isThere?: (user: SessionUserView) => boolean;
  /** The key of the text that says what is wrong there, marked in the menu. */
  readonly useAlert?: () => string | undefined;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
};

export const home = '/tickets';

export const screens: readonly Screen[] = [
  {
    ...{ to: '/', group: 'attendance', icon: IconChartBar, isQuiet: true },
    ...{ title: 'navigation.dashboard', action: 'dashboard.view' },
    load: () => import('../features/dashboard/dashboard-page.tsx'),
  },
  {
    ...{ to: home, parameters: '/:ticketId?', group: 'attendance', icon: IconBrandWhatsapp },
    title: 'navigation.tickets',
    load: () => import('./tickets-screen.tsx'),
  },
  {
    ...{ to: '/quick-messages', group: 'attendance', icon: IconBolt },
    ...{ title: 'navigation.quickMessages', action: 'quickMessage.create' },
    load: () => import('../features/quick-messages/quick-messages-page.tsx'),
  },
  {
    ...{ to: '/schedules', group: 'attendance', icon: IconCalendarTime },
    ...{ title: 'navigation.schedules', action: 'schedule.create' },
    load: () => import('../features/schedules/schedules-page.tsx'),
  },
  {
    ...{ to: '/simulador', group: 'attendance', icon: IconDeviceMobileMessage },
    title: 'navigation.simulator',
    isThere: user => user.simulator !== 'none',
    load: () => import('../features/simulator/simulator-page.tsx'),
  },
  {
    ...{ to: '/contacts', group: 'relationship', icon: IconAddressBook },
    ...{ title: 'navigation.contacts', action: 'contact.create' },
    load: () => import('../features/contacts/contacts-page.tsx'),
  },
  {
    ...{ to: '/tags', group: 'relationship', icon: IconTags },
    ...{ title: 'navigation.tags', action: 'tag.create' },
    load: () => import('../features/tags/tags-page.tsx'),
  },
  {
    ...{ to: '/connections', group: 'administration', icon: IconPlugConnected },
    ...{ title: 'navigation.connections', action: 'connection.change' },
    useAlert: () => (useConnectionTrouble() ? 'navigation.connectionTrouble' : undefined),
    load: () => import('../features/connections/connections-page.tsx'),
  },
  {
    ...{ to: '/messages-api', parameters: '/*', group: 'administration', icon: IconApi },
    ...{ title: 'navigation.messagesApi', action: 'apiKey.list' },
    load: () => import('../features/messages-api/messages-api-page.tsx'),
  },
  {
    ...{ to: '/users', group: 'administration', icon: IconUsers },
    ...{ title: 'navigation.users', action: 'user.list' },
    load: () => import('../features/users/users-page.tsx'),
  },
  {
    ...{ to: '/queues', group: 'administration', icon: IconSitemap },
    ...{ title: 'navigation.queues', action: 'queue.change' },
    load: () => import('../features/queues/queues-page.tsx'),
  },
  {
    ...{ to: '/settings', group: 'administration', icon: IconSettings },
    ...{ title: 'navigation.settings', action: 'company.changeSetting' },
    load: () => import('../features/settings/settings-page.tsx'),
  },
  {
    ...{ to: '/audit', group: 'administration', icon: IconHistory },
    ...{ title: 'navigation.audit', action: 'audit.read' },
    load: () => import('../features/audit/audit-page.tsx'),
  },
  {
    ...{ to: '/replay', parameters: '/*', group: 'administration', icon: IconClockPlay },
    ...{ title: 'navigation.replay', action: 'replay:view' },
    load: () => import('../features/replay/replay-page.tsx'),
  },
];
