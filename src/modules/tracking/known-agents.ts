import { isbot } from 'isbot';

/** User agents are untrusted: they are truncated before matching, and no pattern backtracks. */
const MAX_AGENT_LENGTH = 512;

/**
 * Scanners that name themselves and are unknown to `isbot`. Vendor names are specific, because people's browsers and
 * mail programs contain some of them (Avast, AVG, Norton, Sophos Secure Email, Bitdefender Safepay).
 */
const SCANNERS = new RegExp(
  [
    // Gateways and their sandboxes.
    'barracuda|proofpoint|mimecast|iron-?port|cisco ?secure ?email|messagelabs|email ?security|fire-?eye|trellix',
    'forti(?:mail|sandbox|guard)',
    'websense|forcepoint|sophoslabs|hornet-?security|trend ?micro|tmufe|tmes\\b|wrscore|safe-?links|cloudmark|cyren',
    'vade ?secure|abnormal',
    // Office programs that check whether a link exists before the browser opens it.
    'microsoft office (?:existence|protocol) discovery',
    // Link checkers and automated browsers.
    'phish|urlscan|virustotal|sandbox|link ?check|headless|phantomjs|selenium|powershell',
  ].join('|'),
  'i',
);

/** Only programs say "compatible" without naming what they are; these browsers are the exceptions. */
const COMPATIBLE = /^Mozilla\/[\d.]+ \(compatible; (?!MSIE|Konqueror)/i;

/**
 * Clients that fetch images when a person opens an email: mail programs, and image proxies of mailbox providers (Gmail,
 * Yahoo, Seznam, Mail.ru, Proton, Fastmail). Most of them look like bots.
 */
const READERS = new RegExp(
  [
    '(?:image|mail) ?-?proxy|outlook|ms-?office|microsoft office|thunderbird|betterbird|applemail|cfnetwork|yahoomobilemail',
    'superhuman|em ?client|airmail|mailbird|postbox|spark/|k-9|fairemail|protonmail|lotus-?notes|evolution|kmail|the bat',
    'canary|edison|mailspring',
  ].join('|'),
  'i',
);

/** Browsers; `isbot` does not know the small ones in the second row. */
const BROWSERS = /^(?:Mozilla|Opera|Lynx|Links|ELinks|w3m|UCWEB)\b|\bMIDP\b/i;
const SMALL_BROWSERS = /^(?:NetSurf|Dillo|Ladybird|Emacs-w3m|edbrowse)\b/i;

/**
 * Browsers without TLS 1.2, which only scanners still claim to be. Internet Explorer from 7 on is excluded, because
 * newer versions identify as it for old pages. Gmail claims to be the first Edge when it fetches the images of unopened emails.
 */
const OBSOLETE_BROWSERS = /\bMSIE [1-6]\.|\bChrome\/(?:\d|1\d|2[0-8])\.|\bFirefox\/(?:\d|1\d|2[0-6])\.|\bEdge\/12\./;

const PRIVACY_PROXY = 'Mozilla/5.0';

/** Returns whether the agent looks like Apple Mail Privacy Protection: a browser without further details. */
export function isPrivacyProxyAgent(agent: string): boolean {
  return agent.trim() === PRIVACY_PROXY;
}

/** Returns whether the agent identifies itself as a program without a user. */
export function isMachineAgent(agent: string, kind: 'open' | 'click'): boolean {
  const bounded = agent.slice(0, MAX_AGENT_LENGTH);
  if (SCANNERS.test(bounded)) return true;
  if (kind === 'open' && READERS.test(bounded)) return false;
  if (SMALL_BROWSERS.test(bounded)) return false;
  if (COMPATIBLE.test(bounded) || OBSOLETE_BROWSERS.test(bounded) || isbot(bounded)) return true;
  // Images are fetched by mail programs of any name; links are opened by browsers.
  return kind === 'click' && !BROWSERS.test(bounded);
}
