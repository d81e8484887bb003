import { ValidationErrors } from '../errors/app-error.js';
import { fromJson, isObject } from './json.js';
import { accepted, readFilledText, readId, readText, readWord } from './read-value.js';
import { isTimeZone } from './time-zones.js';

describe('a value from a caller', () => {
  it('is text without blanks around it; JSON numbers and booleans are their text', () => {
    expect(readText(' a ', 1)).toEqual({ value: 'a' });
    expect(readText(7, 1)).toEqual({ value: '7' });
    expect(readText(' ', 1)).toEqual({ value: '' });
    expect(readFilledText(' ', 1)).toEqual({ fault: 'must not be empty' });
    expect(readText(undefined, 1)).toEqual({ fault: 'is required' });
    expect(readText(null, 1)).toEqual({ fault: 'must be text' });
    expect(readText('😀😀', 2)).toEqual({ value: '😀😀' });
    expect(readText('😀😀😀', 2)).toEqual({ fault: 'must be at most 2 characters long' });
  });

  it('is one of a closed set, or an id as a number or as digits', () => {
    expect(readWord('open', ['open', 'done'])).toEqual({ value: 'open' });
    expect(readWord('opne', ['open', 'done'])).toEqual({ fault: 'must be one of: open, done; did you mean open?' });
    expect(readId('12')).toEqual({ value: 12 });
    expect(readId('4294967296')).toEqual({ fault: 'must be an id' });
    expect(readId(1.5, 'must be the id of a user')).toEqual({ fault: 'must be the id of a user' });
  });

  it('adds its fault to the errors', () => {
    const faults = new ValidationErrors();
    expect(accepted(readId(1), 'parent_id', faults)).toBe(1);
    expect(accepted(readId(0), 'parent_id', faults)).toBeUndefined();
    expect(faults.reasonsByField()).toEqual({ parent_id: 'must be an id' });
  });

  it('is JSON, or what it was', () => {
    expect([fromJson('{"a":1}'), fromJson('{'), fromJson('{', null), fromJson(7)]).toEqual([{ a: 1 }, '{', null, 7]);
    expect([{}, [], null, 'a'].map(isObject)).toEqual([true, false, false, false]);
  });

  it('is a time zone by its name, not by an offset', () => {
    expect(['Europe/Berlin', 'UTC', '+02:00', '02:00', 'Mars/Olympus'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
