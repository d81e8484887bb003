/**
 * Writes what email clients support, for the HTML check of the development mailbox: after an update of `caniemail`, run
 * `node scripts/email-support.mjs && npm run format`. Its data is by caniemail.com (MIT license); the product needs a small part of it, and none of
 * the code of the package.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { inProject } from './project.mjs';

const FILE = inProject('src/modules/development/mailbox/email-support.json');

/** The most used ones first. */
const CLIENTS = {
  Gmail: 'gmail.desktop-webmail',
  'Outlook for Windows': 'outlook.windows',
  'Apple Mail': 'apple-mail.macos',
  'Yahoo Mail': 'yahoo.desktop-webmail',
  'Gmail for Android': 'gmail.android',
  'Gmail for iOS': 'gmail.ios',
  'Apple Mail for iOS': 'apple-mail.ios',
  'Yahoo Mail for Android': 'yahoo.android',
  'Yahoo Mail for iOS': 'yahoo.ios',
  'Outlook.com': 'outlook.outlook-com',
  'Outlook for macOS': 'outlook.macos',
  'Outlook for iOS': 'outlook.ios',
  'Outlook for Android': 'outlook.android',
  'Samsung Email': 'samsung-email.android',
  Thunderbird: 'thunderbird.macos',
  AOL: 'aol.desktop-webmail',
  'Proton Mail': 'protonmail.desktop-webmail',
  GMX: 'gmx.desktop-webmail',
  'WEB.DE': 'web-de.desktop-webmail',
  Fastmail: 'fastmail.desktop-webmail',
};

/** @returns per feature its title, and y (yes), a (partly), n (no), or u (unknown) for each client. */
export function emailSupport() {
  const { data, last_update_date: updated } = createRequire(import.meta.url)('caniemail/caniemail.json');
  const features = data.map(({ slug, title, stats }) => {
    const support = Object.values(CLIENTS).map((client) => newest(stats, client.split('.')));
    return [slug, [title.trim(), support.join('')]];
  });
  return { updated: updated.slice(0, 10), clients: Object.keys(CLIENTS), features: Object.fromEntries(features) };
}

function newest(stats, [family, platform]) {
  const byVersion = Object.entries(stats[family]?.[platform] ?? {});
  const [, support = 'u'] = byVersion.toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? [];
  return support[0];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fs.writeFileSync(FILE, JSON.stringify(emailSupport(), null, 2));
