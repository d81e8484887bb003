import { detectDelimiter } from './delimiters.js';

const isAddress = (header: string): boolean => /^e-?mail$/i.test(header.trim());

describe('delimiter detection', () => {
  it.each([
    ['email,name\na@b.c,Ada\n', ','],
    ['email;name\na@b.c;Ada\n', ';'],
    ['email\tname\na@b.c\tAda\n', '\t'],
    ['email|name', '|'],
    ['email', ','],
    ['', ','],
    // An email column outweighs the most frequent character.
    ['Name, first;Name, last;email\na;b;c\n', ';'],
    ['email;remark\na@b.c;x, y, z\nb@b.c;x, y, z\n', ';'],
    ['"a,b";"email"\n"x,y";"z"\n', ';'],
    ['Anschrift;Ort\nx;y\n', ';'],
    ['a,b;c\n1,2;3\n4,5;6\n', ','],
    ['sep=|\nemail|a;b;c;d\n', '|'],
    ['\ufeff"sep=;"\r\nemail\n', ';'],
  ])('%j: %j', (beginning, delimiter) => {
    expect(detectDelimiter(beginning, isAddress)).toBe(delimiter);
  });
});
