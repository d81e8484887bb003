import { AppError } from '../../../platform/errors/app-error.js';
import { typedColumnMap } from './column-map.js';

describe('a column map on the command line', () => {
  it.each([
    ['Mail=email', { Mail: 'email' }],
    [' Mail = email , Vor=name=first_name', { Mail: 'email', 'Vor=name': 'first_name' }],
    ['{"Mail, work": "email", "Note": null}', { 'Mail, work': 'email', Note: null }],
  ])('%s', (text, map) => {
    expect(typedColumnMap(text)).toEqual(map);
  });

  it.each(['', 'Mail', '=email', 'Mail=email,', '{"a":', '{"a":1}'])('refuses %j', (text) => {
    expect(() => typedColumnMap(text)).toThrow(AppError);
  });
});
