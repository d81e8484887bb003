import { isWebhookSecret, newWebhookSecret, secretWarnings, standardWebhooksKey } from './webhook-secret.js';

describe('webhook secrets', () => {
  it('are well formed, have 32 random bytes, and are unique', () => {
    const made = Array.from({ length: 100 }, newWebhookSecret);
    expect(new Set(made).size).toBe(100);
    for (const secret of made) {
      expect(isWebhookSecret(secret)).toBe(true);
      expect(standardWebhooksKey(secret)).toHaveLength(32);
    }
  });

  it.each(['', 'x'.repeat(257), 'sixteen characters\n', 'sixteen\u0000characters', 'sechzehn Zeichen ä'])(
    'may not be %j',
    (text) => {
      expect(isWebhookSecret(text)).toBe(false);
    },
  );

  it('cause a warning below sixteen characters', () => {
    for (const short of [' ', 'fifteen charact']) {
      expect(isWebhookSecret(short)).toBe(true);
      expect(secretWarnings(short)).toHaveLength(1);
    }
    expect(secretWarnings('sixteen letters!')).toBeUndefined();
  });

  it('are used unchanged if they are not in the Standard Webhooks format', () => {
    const secret = 'whsec_test_0123456789abcdef0123456789abcdef';
    expect(standardWebhooksKey(secret).toString()).toBe(secret);
  });
});
