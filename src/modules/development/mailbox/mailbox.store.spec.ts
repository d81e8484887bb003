import { hasAllTerms, type ListedEmail } from './mailbox.store.js';

const EMAIL: ListedEmail = {
  ...{ id: 'X', sender: 'bounce@shop.example', size: 1, received_at: '', preview: '' },
  from: 'The Shop <news@shop.example>',
  recipients: ['ada@example.com', 'grace@example.org'],
  subject: 'Grüße: Spring offers -20 %',
  text: 'Hello Ada, all bulbs are on offer. The sender is to:day',
  attachments: 1,
  unread: true,
};

describe('searching emails', () => {
  it.each([
    ['', true],
    ['BULBS', true],
    ['bulbs spring', true],
    ['bulbs winter', false],
    ['"all bulbs"', true],
    ['"bulbs all"', false],
    ['"all bul', true],
    ['-winter', true],
    ['-bulbs', false],
    ['bulbs -"all bulbs"', false],
    ['to:ADA@', true],
    ['to:grace to:ada', true],
    ['to:shop', false],
    ['-to:shop', true],
    ['from:"the shop"', true],
    ['from:ada', false],
    ['from:news@shop.example', true],
    ['From:SHOP', true],
    ['subject:grüße', true],
    ['subject:"spring offers"', true],
    ['subject:bulbs', false],
    ['has:attachment', true],
    ['-has:attachment', false],
    ['is:unread', true],
    ['is:read', false],
    ['-is:read spring', true],
    ['"has:attachment"', false],
    ['has:nothing', false],
    ['to:', true],
    ['to:day', false],
    ['"to:day"', true],
    ['-', true],
    ['""', true],
    ['e-mail', false],
    ['% (', false],
  ])('%s: %s', (search, expected) => {
    expect(hasAllTerms(EMAIL, search)).toBe(expected);
  });

  it('finds read emails without attachments', () => {
    const read = { ...EMAIL, attachments: 0, unread: false };
    expect(hasAllTerms(read, 'is:read -has:attachment')).toBe(true);
    expect(hasAllTerms(read, 'is:unread')).toBe(false);
  });
});
