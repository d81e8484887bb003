import { companyChange, type CompanyMembership } from './membership-change.js';

describe('a change of the companies of a contact', () => {
  const primary = (companyId: number): CompanyMembership => ({ companyId, isPrimary: true });
  const other = (companyId: number): CompanyMembership => ({ companyId, isPrimary: false });
  const nothing = { added: [], removed: [], promoted: null };

  it('makes the first attached company the primary', () => {
    expect(companyChange([], { attach: [7, 3] })).toEqual({ ...nothing, added: [primary(7), other(3)] });
  });

  it('adds later companies without changing the primary, and none twice', () => {
    expect(companyChange([primary(7)], { attach: [3, 7] })).toEqual({ ...nothing, added: [other(3)] });
  });

  it('promotes the oldest remaining company when the primary is removed', () => {
    expect(companyChange([primary(7), other(9), other(3)], { detach: [7] })).toEqual({
      ...nothing,
      removed: [7],
      promoted: 9,
    });
    expect(companyChange([primary(7), other(9), other(3)], { detach: [9, 7] })).toEqual({
      ...nothing,
      removed: [9, 7],
      promoted: 3,
    });
  });

  it('promotes no company when another one or all are removed', () => {
    expect(companyChange([primary(7), other(9)], { detach: [9] })).toEqual({ ...nothing, removed: [9] });
    expect(companyChange([primary(7), other(9)], { detach: [9, 7] })).toEqual({ ...nothing, removed: [9, 7] });
  });

  it('ignores companies that were not attached', () => {
    expect(companyChange([primary(7)], { detach: [1] })).toEqual(nothing);
    expect(companyChange([], { detach: [1] })).toEqual(nothing);
  });

  it('replaces a primary company that was deleted', () => {
    expect(companyChange([other(9), other(3)], { attach: [5] })).toEqual({
      ...nothing,
      added: [other(5)],
      promoted: 9,
    });
  });
});
