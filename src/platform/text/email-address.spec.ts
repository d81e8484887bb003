import { emailFault, formsOf, normalizedEmail } from './email-address.js';

describe('an email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' \u00a0Ada+News@Example.COM\ufeff', 'ada+news@example.com'],
    ['josé@MÜLLER.de', 'josé@xn--mller-kva.de'],
    ['ada@mu\u0308ller.de', 'ada@xn--mller-kva.de'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ["o'hara@example.co.uk", "o'hara@example.co.uk"],
    ['a@xn--mller-kva.de', 'a@xn--mller-kva.de'],
  ])('"%s" is stored as "%s"', (text, email) => {
    expect(normalizedEmail(text)).toBe(email);
  });

  it.each([
    '',
    'ada',
    'ada@example',
    '@example.com',
    'ada@@example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada@-example.com',
    'Ada <ada@example.com>',
    'ada@example.com, eve@example.com',
    'ada@example.com;eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\n@example.com',
    '"ada lovelace"@example.com',
    'ada(comment)@example.com',
    'ada@[127.0.0.1]',
    'ada\u200b@example.com',
    'ada\0@example.com',
    'ﬀ@example.com',
    'ａ@example.com',
    'x²@example.com',
    'ada@ｅｘ.com',
    'ada@mü.de/x',
    'ada@mü%2ede',
    'ada@mü.de:25',
    `ada@${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(50)}.de`,
    `${'a'.repeat(180)}@example.com`,
    'a'.repeat(1_000_000),
  ])('"%.40s" is none', (text) => {
    expect(normalizedEmail(text)).toBeNull();
  });

  it.each([
    ['ada', 'must be one email address'],
    ['josé@example', 'must be one email address'],
    ['ﬀ@example.com', 'must be one email address without full-width letters, ligatures, and the like'],
    ['ada@ｅｘ.com', 'must be one email address without full-width letters, ligatures, and the like'],
  ])('"%s" is refused: %s', (text, reason) => {
    expect(emailFault(text)).toBe(reason);
  });

  it.each([
    ['ada@xn--mller-kva.de', ['ada@xn--mller-kva.de', 'ada@müller.de']],
    ['ada@müller.de', ['ada@xn--mller-kva.de', 'ada@müller.de']],
    ['müller.de', ['xn--mller-kva.de', 'müller.de']],
    ['ada@example.com', ['ada@example.com']],
    ['josé@example.com', ['josé@example.com']],
    ['xn-- no domain', ['xn-- no domain']],
  ])('"%s" was stored as one of %j', (address, forms) => {
    expect(formsOf(address)).toEqual(forms);
  });
});
