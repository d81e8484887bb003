import { complaintStatus } from './complaint-status.js';

describe('complaintStatus', () => {
  it.each([
    [0, 1_000, 'ok'],
    [999, 1_000_000, 'ok'],
    [1, 1_000, 'warn'],
    [2_999, 1_000_000, 'warn'],
    [3, 1_000, 'critical'],
    [1, 1, 'critical'],
    [2, 0, 'ok'],
    [2, -5, 'ok'],
  ])('of %d complaints about %d delivered emails is %s', (complained, delivered, status) => {
    expect(complaintStatus(complained, delivered)).toBe(status);
  });
});
