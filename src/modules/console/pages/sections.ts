import { missingPermissions, type Permission } from '../../../platform/access/permissions.js';

export const CONSOLE_PATH = '/console';

export interface Section {
  readonly title: string;
  readonly path: string;
  /** Any of these is enough. */
  readonly permissions: readonly Permission[];
}

/** The sections of the console, in the order of the navigation. */
export const SECTIONS = {
  overview: { title: 'Overview', path: CONSOLE_PATH, permissions: ['view_reports'] },
  campaigns: { title: 'Campaigns', path: `${CONSOLE_PATH}/campaigns`, permissions: ['manage_campaigns'] },
  funnels: { title: 'Funnels', path: `${CONSOLE_PATH}/funnels`, permissions: ['view_contacts', 'manage_campaigns'] },
  contacts: { title: 'Contacts', path: `${CONSOLE_PATH}/contacts`, permissions: ['view_contacts'] },
  webhooks: { title: 'Webhooks', path: `${CONSOLE_PATH}/webhooks`, permissions: ['view_contacts'] },
  senders: { title: 'Senders', path: `${CONSOLE_PATH}/senders`, permissions: ['manage_campaigns'] },
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof SECTIONS;

/** Returns the sections that a manager with these permissions may open. */
export function sectionsFor(held: readonly Permission[]): Section[] {
  return Object.values(SECTIONS).filter(
    ({ permissions }) => missingPermissions(held, { kind: 'any_of', permissions }) === null,
  );
}

/** Returns the section with the longest path that is the path or above it. */
export function sectionOf(path: string): Section | undefined {
  return Object.values(SECTIONS).findLast((section) => `${path.toLowerCase()}/`.startsWith(`${section.path}/`));
}
