import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify';
import { Renderer } from '../rendering/renderer.js';
import { writtenHeaders } from '../../../platform/mime/attachment-part.js';
import { dkimSignature } from '../../../platform/mime/dkim.js';
import { mailboxHeader, type MailHeader, textHeader, wordsHeader } from '../../../platform/mime/mail-headers.js';
import { MimeTemplate } from './mime-template.js';

const AT = new Date('2026-01-02T03:04:05.678Z');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;

/** What a receiver finds under `<selector>._domainkey.<domain>`. */
function txtRecord(privateKey: KeyObject): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  // RFC 8463 section 4.2: the key itself, without its wrapping, which is the last 32 bytes.
  return privateKey.asymmetricKeyType === 'rsa'
    ? `v=DKIM1; k=rsa; p=${der.toString('base64')}`
    : `v=DKIM1; k=ed25519; p=${der.subarray(-32).toString('base64')}`;
}

const HEADERS: readonly MailHeader[] = [
  mailboxHeader('From', { name: 'Grüße  aus dem Laden', address: 'news@shop.example' }),
  mailboxHeader('To', { name: '', address: 'ada@example.com' }),
  textHeader('Subject', 'A subject that is long enough to be folded over more than one line of its header, twice'),
  wordsHeader('Message-ID', ['<1.abc@shop.example>']),
  wordsHeader('List-Unsubscribe', [`<https://shop.example/t/u/${'x'.repeat(40)}>,`, '<mailto:u@shop.example>']),
  wordsHeader('List-Unsubscribe-Post', ['List-Unsubscribe=One-Click']),
  wordsHeader('Precedence', ['bulk']),
];

async function signed(privateKey: KeyObject, html = '<p>Hi</p>', text = 'Hi'): Promise<Buffer> {
  const renderer = new Renderer({ subject: '', preHeader: '', html, text });
  const template = new MimeTemplate({ renderer, attachments: [] });
  const own = { unsubscribe_url: '', preferences_url: '', view_url: '', confirm_url: '' };
  const values = { contact: {}, custom: {}, company: {}, business: { name: '', address: '' }, timezone: 'UTC' };
  const body = template.write(renderer.fill(values, { own, tracked: String, pixel: null, decoy: null }), 0);
  const headers = [...HEADERS, template.contentType];
  const signature = await dkimSignature({ domain: 'shop.example', selector: 's1', privateKey }, headers, body, AT);
  return Buffer.concat([Buffer.from(`${writtenHeaders([signature, ...headers])}\r\n`, 'latin1'), body]);
}

async function verdictOn(mail: Buffer, privateKey: KeyObject): Promise<{ result: string; comment?: string }> {
  const asked: string[] = [];
  const { results } = await dkimVerify(mail, {
    resolver: (name) => {
      asked.push(name);
      return Promise.resolve([[txtRecord(privateKey)]]);
    },
  });
  // A body that is not the signed one is refused without asking.
  expect(new Set([...asked, 's1._domainkey.shop.example']).size).toBe(1);
  expect(results).toHaveLength(1);
  return results[0]!.status;
}

const tampered = (mail: Buffer, from: string, to: string): Buffer => {
  const text = mail.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
};

describe('a DKIM signature', () => {
  it.each([
    ['RSA-2048', rsa],
    ['RSA-4096', generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey],
    ['Ed25519', ed25519],
  ])('by %s convinces an independent verifier', async (_name, key) => {
    expect(await verdictOn(await signed(key), key)).toMatchObject({ result: 'pass' });
  });

  it('holds for whatever is in the body: its bytes are canonical as they are', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(fc.constantFrom(' ', '\n', '\r\n', '  ', '\t', '.', 'a', 'é', '漢', '\n\n\n', '='), { maxLength: 50 })
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (html, plain) => {
        const withoutLiquid = (written: string): string => written.replace(/[{}]/g, '');
        const mail = await signed(ed25519, withoutLiquid(html), withoutLiquid(plain));
        expect(await verdictOn(mail, ed25519)).toMatchObject({ result: 'pass' });
      }),
      { numRuns: 60 },
    );
  });

  it('survives what servers may do to folding and blanks', async () => {
    const mail = tampered(await signed(rsa), '\r\nSubject: A subject that', '\r\nSUBJECT:   A  subject\r\n\tthat');
    expect(await verdictOn(mail, rsa)).toMatchObject({ result: 'pass' });
  });

  it.each([
    ['the body', '<p>Hi</p>', '<p>Ho</p>'],
    ['the subject', 'A subject', 'B subject'],
    ['the opt-out', '<https://shop.example', '<https://evil.example'],
    ['one-click', 'Post: List-Unsubscribe=One-Click', 'Post: x'],
    ['a second From', '\r\nTo:', '\r\nFrom: evil@example.com\r\nTo:'],
    ['a From before everything', 'DKIM-Signature:', 'From: evil@example.com\r\nDKIM-Signature:'],
    ['the boundary', 'boundary="=_alternative_', 'boundary="x'],
  ])('is invalid after a change of %s', async (_what, from, to) => {
    expect((await verdictOn(tampered(await signed(rsa), from, to), rsa)).result).not.toBe('pass');
  });

  it('covers the headers of the one-click opt-out, and no line of it is long', async () => {
    const [head = ''] = (await signed(rsa)).toString('latin1').split('\r\nFrom:');
    const tags = new Map(
      head
        .replace(/^DKIM-Signature:/, '')
        .replace(/\s/g, '')
        .split(';')
        .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
    );
    expect(tags.get('h')).toBe('from:from:to:subject:message-id:list-unsubscribe:list-unsubscribe-post:content-type');
    expect(tags.get('a')).toBe('rsa-sha256');
    expect(tags.get('c')).toBe('relaxed/relaxed');
    expect(tags.get('t')).toBe('1767323045');
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
  });

  it('is refused for keys that DKIM does not know', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await expect(signed(privateKey)).rejects.toThrow('DKIM');
  });
});
