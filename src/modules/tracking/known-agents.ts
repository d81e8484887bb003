import { isbot } from 'isbot';

/** Agents come from outside: each is bounded before a pattern reads it, and no pattern here can go back and forth. */
const LONGEST_AGENT = 512;

/**
 * What scans mails and says so, as far as `isbot` does not know it. Names of makers are narrow: browsers and mail
 * programs of people carry some of them as well (Avast, AVG, Norton, Sophos Secure Email, Bitdefender Safepay).
 */
const SCANNERS = new RegExp(
  [
    // Gateways and their sandboxes.
    ...['barracuda', 'proofpoint', 'mimecast', 'iron-?port', 'cisco ?secure ?email', 'messagelabs', 'email ?security'],
    ...[
      'fire-?eye',
      'trellix',
      'websense',
      'forcepoint',
      'sophoslabs',
      'forti(?:mail|sandbox|guard)',
      'hornet-?security',
    ],
    ...['trend ?micro', 'tmufe', 'tmes\\b', 'wrscore', 'safe-?links', 'cloudmark', 'cyren', 'vade ?secure', 'abnormal'],
    // Office programs that look whether a link is alive, before and besides the browser.
    'microsoft office (?:existence|protocol) discovery',
    // Checkers of links, and tools that fetch in the name of a browser.
    ...['phish', 'urlscan', 'virustotal', 'sandbox', 'link ?check', 'headless', 'phantomjs', 'selenium', 'powershell'],
  ].join('|'),
  'i',
);

/** "compatible" without saying with what is said by programs only; these are the browsers that say it. */
const COMPATIBLE = /^Mozilla\/[\d.]+ \(compatible; (?!MSIE|Konqueror)/i;

/**
 * What fetches pictures at the moment when somebody looks at a mail: mail programs, and mailbox providers on behalf of
 * their readers (Gmail, Yahoo, Seznam, Mail.ru, Proton, Fastmail). Most of them look like machines, and are none.
 */
const READERS = new RegExp(
  [
    ...[
      '(?:image|mail) ?-?proxy',
      'outlook',
      'ms-?office',
      'microsoft office',
      'thunderbird',
      'betterbird',
      'applemail',
    ],
    ...['cfnetwork', 'yahoomobilemail', 'superhuman', 'em ?client', 'airmail', 'mailbird', 'postbox', 'spark/', 'k-9'],
    ...['fairemail', 'protonmail', 'lotus-?notes', 'evolution', 'kmail', 'the bat', 'canary', 'edison', 'mailspring'],
  ].join('|'),
  'i',
);

/** Browsers of people; the small ones in the second row are unknown to `isbot`. */
const BROWSERS = /^(?:Mozilla|Opera|Lynx|Links|ELinks|w3m|UCWEB)\b|\bMIDP\b/i;
const SMALL_BROWSERS = /^(?:NetSurf|Dillo|Ladybird|Emacs-w3m|edbrowse)\b/i;

/**
 * Browsers that cannot speak TLS 1.2: nobody surfs with them any more, and scanners still pretend to. Internet Explorer
 * stays out from 7 on, which newer ones call themselves for the sake of old pages.
 */
const EXTINCT = /\bMSIE [1-6]\.|\bChrome\/(?:\d|1\d|2[0-8])\.|\bFirefox\/(?:\d|1\d|2[0-6])\./;

const PRIVACY_PROXY = 'Mozilla/5.0';

/** Whether this is how Apple's mail privacy protection fetches: as a browser that says nothing else about itself. */
export function isPrivacyProxyAgent(agent: string): boolean {
  return agent.trim() === PRIVACY_PROXY;
}

/** Whether an agent admits to be a program that nobody sits in front of. */
export function isMachineAgent(agent: string, kind: 'open' | 'click'): boolean {
  const bounded = agent.slice(0, LONGEST_AGENT);
  if (SCANNERS.test(bounded)) return true;
  if (kind === 'open' && READERS.test(bounded)) return false;
  if (SMALL_BROWSERS.test(bounded)) return false;
  if (COMPATIBLE.test(bounded) || EXTINCT.test(bounded) || isbot(bounded)) return true;
  // Pictures are fetched by mail programs of any name; links are followed by browsers.
  return kind === 'click' && !BROWSERS.test(bounded);
}
