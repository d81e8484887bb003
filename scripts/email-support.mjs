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
  Yahoo: 'yahoo.desktop-webmail',
  'Gmail for Android': 'gmail.android',
  'Gmail for iOS': 'gmail.ios',
  'Apple Mail for iOS': 'apple-mail.ios',
  'Yahoo for Android': 'yahoo.android',
  'Yahoo for iOS': 'yahoo.ios',
  'Outlook.com': 'outlook.outlook-com',
  'Outlook for macOS': 'outlook.macos',
  'Outlook for iOS': 'outlook.ios',
  'Outlook for Android': 'outlook.android',
  'Samsung Email': 'samsung-email.android',
  Thunderbird: 'thunderbird.macos',
  AOL: 'aol.desktop-webmail',
  Proton: 'protonmail.desktop-webmail',
  GMX: 'gmx.desktop-webmail',
  'WEB.DE': 'web-de.desktop-webmail',
  Fastmail: 'fastmail.desktop-webmail',
};

/** Features with other names than what is written: by slug, or else by title. */
const WRITTEN = {
  'css-at-media-device-pixel-ratio': ['@media-webkit-min-device-pixel-ratio', '@media-min-device-pixel-ratio'],
  'css-at-media-hover': ['@media-hover', '@media-any-hover'],
  'css-border-inline-block': ['border-block', 'border-inline'],
  'css-column-layout-properties': ['columns', 'column-rule', 'column-width'],
  // Longhands such as `font-family` are no use of the shorthand.
  'css-font': [],
  'css-gap': ['gap', 'column-gap', 'row-gap'],
  'css-grid-template': ['grid-template'],
  'css-important': ['!important'],
  'css-left-right-top-bottom': ['left', 'right', 'top', 'bottom'],
  'css-margin-inline-block': ['margin-block', 'margin-inline'],
  'css-padding-inline-block': ['padding-block', 'padding-inline'],
  'css-selector-adjacent-sibling': ['+'],
  'css-selector-attribute': ['['],
  'css-selector-child': ['>'],
  'css-selector-general-sibling': ['~'],
  'css-selector-universal': ['*'],
  'css-unit-calc': ['calc('],
  'css-variables': ['var('],
  'html-anchor-links': ['<a href=#'],
  'html-h1-h6': ['<h1', '<h2', '<h3', '<h4', '<h5', '<h6'],
  'html-image-maps': ['<map'],
  'html-lists': ['<ul', '<ol', '<dl'],
  'html-mailto-links': ['<a href=mailto'],
  'html-meta-color-scheme': ['<meta name=color-scheme'],
  'html-semantics': 'article aside details figcaption figure footer header main mark nav section summary time'
    .split(' ')
    .map((name) => `<${name}`),
  'html-srcset': ['srcset=', 'sizes='],
  'image-jpg': ['.jpg', '.jpeg'],
};

/** @returns what is written by feature: `<video`, `<input type=text`, `align=`, `gap`, `display:flex`, `calc(`, `1rem`, `:hover`, `@media`, `.webp`. */
function writtenFor({ slug, title }) {
  if (WRITTEN[slug]) return WRITTEN[slug];
  const name = slug.replace(/^(css|html|image)-/, '');
  if (slug.startsWith('image-')) return [`.${name}`];
  if (slug.startsWith('css-at-')) return [name.replace(/^at-(media-)?/, (_at, media) => (media ? '@media-' : '@'))];
  if (slug.startsWith('css-unit-')) return [`1${name.slice('unit-'.length).replace('percent', '%')}`];
  if (title.startsWith(':')) return [title.replace(/\(\)$/, ''), title.replace('::', ':')];
  if (title.includes('()')) return [...title.matchAll(/[a-z-]+\(/g)].map(([written]) => written);
  if (title.endsWith(' attribute')) return [`${title.slice(0, -' attribute'.length)}=`];
  if (slug.startsWith('html-')) {
    const [, element = name, attribute, value] = /<(\w+)(?: (\w+)="(\w+)")?>/.exec(title) ?? [];
    return [`<${element}${attribute ? ` ${attribute}=${value}` : ''}`];
  }
  const pair = /^([a-z-]+):\s*([a-z]+)$/.exec(title);
  return slug.startsWith('css-') ? [pair ? `${pair[1]}:${pair[2]}` : name] : [];
}

/** @returns per feature its title, and y (yes), a (partly), n (no), or u (unknown) for each client; and the feature of what is written. */
export function emailSupport() {
  const { data, last_update_date: updated } = createRequire(import.meta.url)('caniemail/caniemail.json');
  const features = data.map(({ slug, title, stats }) => {
    const support = Object.values(CLIENTS).map((client) => newest(stats, client.split('.')));
    return [slug, [title.trim(), support.join('')]];
  });
  const written = data.flatMap((feature) => writtenFor(feature).map((each) => [each, feature.slug]));
  return {
    updated: updated.slice(0, 10),
    clients: Object.keys(CLIENTS),
    features: Object.fromEntries(features),
    written: Object.fromEntries(written.toSorted()),
  };
}

function newest(stats, [family, platform]) {
  const byVersion = Object.entries(stats[family]?.[platform] ?? {});
  const [, support = 'u'] = byVersion.toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? [];
  return support[0];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fs.writeFileSync(FILE, JSON.stringify(emailSupport(), null, 2));
