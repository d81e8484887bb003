import { meaningOf, type RefusalMeaning } from './refusal-meaning.js';
import { bounceTypeOf, classifyReply } from './smtp-reply.js';

/** What servers say of each meaning; each with every code, because the text decides. */
const TEXTS: Readonly<Record<RefusalMeaning, readonly string[]>> = {
  us: [
    '<news@shop.example> sender rejected. Please see our help page',
    'The sender domain shop.example does not exist',
    'shop.example is not allowed to send mail from 192.0.2.1, SPF fail',
    'DKIM signature did not verify',
    'rejected because of the DMARC policy of the domain',
    'Too many recipients received this hour',
    'You have exceeded the hourly limit of messages per hour',
    'your IP 192.0.2.1 is blocked, see https://www.spamhaus.org/query/ip/192.0.2.1',
    'Client host [192.0.2.1] listed in our RBL',
    'INVALID IP FOR SENDING MAIL OF DOMAIN shop.example',
    'Message looks like spam',
    'Access denied',
    'unauthenticated email is not accepted',
    'HELO name is not valid',
    'IP name lookup failed: no PTR record',
    'rejected by local policy',
    'relaying denied',
    'Envelope-From address is invalid',
    'bad reputation of the sending network',
    'sending quota exceeded',
  ],
  full: [
    'Mailbox full',
    'mailbox is over quota',
    'sorry, that recipient is over quota',
    'user has exceeded the storage allocation',
    "The recipient's inbox is out of storage space",
    'Quota exceeded (mailbox for user is full)',
    'not enough space in the mailbox',
    'Postfach des Empfängers voll',
    'Boîte du destinataire pleine',
    'El buzón está lleno',
    'La casella è piena',
    '邮箱已满',
  ],
  unknown: [
    'User unknown',
    'no such user here',
    'Recipient address rejected: User unknown in virtual mailbox table',
    'The email account that you tried to reach does not exist',
    'mailbox not found',
    "This user doesn't have a mail.example account",
    'unrouteable address',
    'The account has been disabled',
    'this mailbox is no longer active',
    'user not listed in Domino Directory',
    'sorry, no mailbox here by that name',
    'invalid recipient',
    'Adresse destinataire invalide',
    'Empfänger unbekannt',
    'usuario desconocido',
    'utente sconosciuto',
    '用户不存在',
    'пользователь не найден',
  ],
};
const CODES = ['550', '550 5.0.0', '550 5.1.0', '550 5.1.1', '550 5.2.1', '550 5.3.0', '550 5.5.0', '554 5.7.1'];
const GENERATED = Object.entries(TEXTS).flatMap(([meaning, texts]) =>
  texts.flatMap((text) => CODES.map((code) => [meaning as RefusalMeaning, `${code} ${text}`] as const)),
);
const COUNTS_AS: Readonly<Record<RefusalMeaning, string | null>> = { us: null, full: 'soft', unknown: 'hard' };

describe('the meaning of a refusal', () => {
  it('has many texts to judge', () => {
    expect(GENERATED.length).toBeGreaterThanOrEqual(300);
  });

  it.each(Object.keys(TEXTS) as RefusalMeaning[])('%s is read from its words', (meaning) => {
    expect(TEXTS[meaning].filter((text) => meaningOf(text) !== meaning)).toEqual([]);
  });

  it.each(Object.keys(TEXTS) as RefusalMeaning[])(
    '%s decides whether the address bounces, whatever the code',
    (meaning) => {
      const wrong = GENERATED.filter(([is]) => is === meaning).filter(
        ([, text]) => bounceTypeOf(classifyReply(Number(text.slice(0, 3)), text, 'recipient')) !== COUNTS_AS[meaning],
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each([
    'Message size exceeds the maximum',
    'Transaction failed',
    'Requested action aborted: local error in processing',
    'Returned to sender',
    'temporary failure, please try again later',
  ])('is none: %s', (text) => {
    expect(meaningOf(text)).toBeNull();
  });
});
