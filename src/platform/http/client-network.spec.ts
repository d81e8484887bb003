import { networkOf } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.8', false],
    ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['::1', '2001:db8::1', false],
  ])('T50 T24 of %s and %s is the same: %s', (one, other, isSame) => {
    expect(networkOf({ ip: one }) === networkOf({ ip: other })).toBe(isSame);
  });

  it('is empty for a closed connection', () => {
    expect(networkOf({ ip: undefined })).toBe('');
  });
});
