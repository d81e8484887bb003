import { ulid } from './ulid.js';

describe('an id', () => {
  it('is a ULID of its own, also where many are made at once', () => {
    const ids = Array.from({ length: 20_000 }, ulid);
    expect(new Set(ids).size).toBe(20_000);
    expect(ids.every((id) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id))).toBe(true);
  });

  it('sorts by time', () => {
    const early = ulid();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1);
    expect(ulid() > early).toBe(true);
    jest.restoreAllMocks();
  });
});
