/** What providers ask for, by status code or words of their answers. The first match counts. */
const ADVICE: readonly (readonly [answer: RegExp, advice: string])[] = [
  [
    /\b5\.7\.(?:26|27|30|32|509|515)\b|\bdmarc\b|\bspf\b|\bdkim\b|not authenticated|unauthenticated/i,
    'Make SPF and DKIM pass and align with the From domain, and publish DMARC; GET /senders/{id}/readiness shows what is missing.',
  ],
  [
    /\b[45]\.7\.25\b|\bptr\b|reverse dns/i,
    'Give the address of the mail server a PTR record that resolves back to it.',
  ],
  [/\b[45]\.7\.29\b|\btls\b/i, 'Send with TLS: enable STARTTLS at the mail server.'],
  [
    /spamhaus|barracuda|spamcop|sorbs|\brbl\b|dnsbl|block ?list|blacklist|S3140|S3150|\b5\.7\.(?:1 .*listed|606|511)\b/i,
    'The address of the mail server is on a block list: find the cause, then ask for removal at the page in the answer.',
  ],
  [
    /\bTSS0\d|\bcomplaints?\b|\bspam\b|unsolicited|reputation|\b4\.7\.(?:28|500|650|651|652)\b/i,
    'Recipients or filters see these emails as spam: send less, to engaged contacts first, and check consent and content.',
  ],
  [
    /\brate\b|too many|too fast|throttl|\blimit/i,
    'The provider limits the rate; emails leave more slowly by themselves.',
  ],
];

const OTHERWISE = 'Read the answer of the provider; docs/reach-the-inbox.md explains common ones.';

/** Returns what to do about an answer of a provider. */
export const adviceOn = (answer: string): string => ADVICE.find(([words]) => words.test(answer))?.[1] ?? OTHERWISE;
