import { normalizedEmail } from './email-address.js';

describe('an email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' \u00a0Ada+News@Example.COM\ufeff', 'ada+news@example.com'],
    ['josé@müller.de', 'josé@müller.de'],
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
    `${'a'.repeat(180)}@example.com`,
    'a'.repeat(1_000_000),
  ])('"%.40s" is none', (text) => {
    expect(normalizedEmail(text)).toBeNull();
  });
});
