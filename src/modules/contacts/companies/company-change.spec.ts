import { type CompanyMembership, companyChange } from './company-change.js';

describe('a change of the companies of a contact', () => {
  const primary = (companyId: number): CompanyMembership => ({ companyId, isPrimary: true });
  const other = (companyId: number): CompanyMembership => ({ companyId, isPrimary: false });
  const nothing = { added: [], removed: [], promoted: null };

  it('makes the first company ever attached the primary, in the order of naming', () => {
    expect(companyChange([], { attach: [7, 3] })).toEqual({ ...nothing, added: [primary(7), other(3)] });
  });

  it('adds later companies beside the primary, and none twice', () => {
    expect(companyChange([primary(7)], { attach: [3, 7] })).toEqual({ ...nothing, added: [other(3)] });
  });

  it('promotes the oldest that stays when the primary is left', () => {
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

  it('promotes nobody when another is left, or all are', () => {
    expect(companyChange([primary(7), other(9)], { detach: [9] })).toEqual({ ...nothing, removed: [9] });
    expect(companyChange([primary(7), other(9)], { detach: [9, 7] })).toEqual({ ...nothing, removed: [9, 7] });
  });

  it('leaves alone what was never attached', () => {
    expect(companyChange([primary(7)], { detach: [1] })).toEqual(nothing);
    expect(companyChange([], { detach: [1] })).toEqual(nothing);
  });

  it('makes up for a primary whose company was deleted', () => {
    expect(companyChange([other(9), other(3)], { attach: [5] })).toEqual({
      ...nothing,
      added: [other(5)],
      promoted: 9,
    });
  });
});
