import { firstMailbox } from './first-mailbox.js';

describe('the first mailbox of a text', () => {
  it.each([
    ['Shop <news@shop.example>', 'Shop', 'news@shop.example'],
    ['Shop<news@shop.example>', 'Shop', 'news@shop.example'],
    ['news@shop.example', '', 'news@shop.example'],
    ['<news@shop.example>', '', 'news@shop.example'],
    ['news@shop.example (Shop)', 'Shop', 'news@shop.example'],
    ['"Shop, Inc." <news@shop.example>', 'Shop, Inc.', 'news@shop.example'],
    ['Shop, Inc. <news@shop.example>', 'Shop, Inc.', 'news@shop.example'],
    ['Bread, Cake, Tea <news@shop.example>', 'Bread, Cake, Tea', 'news@shop.example'],
    ['"The \\"Shop\\"" <news@shop.example>', 'The "Shop"', 'news@shop.example'],
    ["O'Neil & Söhne <news@shop.example>", "O'Neil & Söhne", 'news@shop.example'],
    ['=?UTF-8?Q?M=C3=BCller?= <news@shop.example>', 'Müller', 'news@shop.example'],
    ['"help@bank.example" <news@shop.example>', 'help@bank.example', 'news@shop.example'],
    ['Shop <"the news"@shop.example>', 'Shop', '"the news"@shop.example'],
    ['Shop <news@shop.example>, Other <other@shop.example>', 'Shop', 'news@shop.example'],
    ['Team: Shop <news@shop.example>;', 'Shop', 'news@shop.example'],
    ['Shop', 'Shop', ''],
    ['', '', ''],
  ])('of %j', (text, name, address) => {
    expect(firstMailbox(text)).toEqual({ name, address });
  });
});
