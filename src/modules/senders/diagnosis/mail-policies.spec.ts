import { isDkimRecord, readSpf } from './mail-policies.js';

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

  it('recognizes the same key in another notation, and a different key', () => {
    const ours = 'v=DKIM1; k=rsa; p=MIGfMA0GCSq';
    expect(isDkimRecord('p=MIGf MA0G CSq; k=rsa', ours)).toBe(true);
    expect(isDkimRecord('v=DKIM1; p=MIGfMA0GCSq', ours)).toBe(true);
    expect(isDkimRecord('v=DKIM1; k=ed25519; p=MIGfMA0GCSq', ours)).toBe(false);
    expect(isDkimRecord('v=DKIM1; k=rsa; p=MIGfMA0GCSQ', ours)).toBe(false);
    expect(isDkimRecord('v=DKIM1; k=rsa; p=', 'v=DKIM1; k=rsa; p=')).toBe(false);
  });
});
