import { isDkimRecord, readDmarc, readSpf } from './mail-policies.js';

describe('the email policies of a domain', () => {
  it.each([
    [[], 'none'],
    [['google-site-verification=abc', 'v=spf10 include:x -all'], 'none'],
    [['v=spf1 include:mail.example -all'], 'restricts'],
    [['V=SPF1 mx ~all', 'unrelated text'], 'restricts'],
    [['v=spf1'], 'restricts'],
    [['v=spf1 mx -all', 'v=spf1 a -all'], 'several'],
    [['v=spf1 +all'], 'allows_everybody'],
    [['v=spf1 mx all'], 'allows_everybody'],
    [['v=spf1 include:all.example ?all'], 'restricts'],
  ] as const)('reads %j as SPF: %s', (texts, verdict) => {
    expect(readSpf(texts)).toBe(verdict);
  });

  it.each([
    [[], null],
    [['v=DMARC1; p=reject; rua=mailto:d@example.com'], 'reject'],
    [['v=DMARC1;p=Quarantine'], 'quarantine'],
    [['v=DMARC1 ; p = none'], 'none'],
    [['v=DMARC1; sp=reject'], null],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], null],
    [['p=reject; v=DMARC1'], null],
  ] as const)('reads %j as DMARC: %s', (texts, policy) => {
    expect(readDmarc(texts)).toBe(policy);
  });

  it('recognizes the same key in another notation, and a different key', () => {
    const ours = 'v=DKIM1; k=rsa; p=MIGfMA0GCSq';
    expect(isDkimRecord('p=MIGf MA0G CSq; k=rsa', ours)).toBe(true);
    expect(isDkimRecord('v=DKIM1; p=MIGfMA0GCSq', ours)).toBe(true);
    expect(isDkimRecord('v=DKIM1; k=ed25519; p=MIGfMA0GCSq', ours)).toBe(false);
    expect(isDkimRecord('v=DKIM1; k=rsa; p=MIGfMA0GCSQ', ours)).toBe(false);
    expect(isDkimRecord('v=DKIM1; k=rsa; p=', 'v=DKIM1; k=rsa; p=')).toBe(false);
  });
});
