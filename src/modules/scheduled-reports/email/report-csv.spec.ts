import { reportCsv } from './report-csv.js';

describe('the file of a report', () => {
  it('T38 has sections of plain numbers, and no text is a formula', async () => {
    const file = await reportCsv(
      {
        headlines: [
          { label: 'Emails sent', value: 1_200, unit: 'count' },
          { label: 'Bounced, rate', value: 1.5, unit: 'percent' },
          { label: 'Revenue', value: -2.5, unit: 'money' },
          { label: 'Now', value: 7, unit: 'count', uncompared: true },
        ],
        charts: [{ title: 'Emails sent', kind: 'line', unit: 'count', points: [{ label: '2026-06-01', value: 3 }] }],
        tables: [
          {
            title: 'Campaigns',
            columns: [
              { title: 'Campaign', unit: 'text' },
              { title: 'Sent', unit: 'count' },
            ],
            rows: [
              ['=HYPERLINK("https://evil.example")', 1],
              ['June "news"', null],
            ],
          },
        ],
        currency: 'EUR',
        asOf: '2026-06-02T00:00:00.000Z',
      },
      new Map([
        ['Emails sent', 900],
        ['Now', 6],
      ]),
    );
    expect(file.toString('utf8')).toBe(
      [
        '\ufeff# figures',
        'figure,value,previous,unit',
        'Emails sent,1200,900,count',
        '"Bounced, rate",1.5,,percent',
        'Revenue,-2.5,,EUR',
        'Now,7,,count',
        '',
        '# emails sent',
        'day,value',
        '2026-06-01,3',
        '',
        '# campaigns',
        'campaign,sent',
        `"'=HYPERLINK(""https://evil.example"")",1`,
        '"June ""news""",',
        '',
      ].join('\r\n'),
    );
  });

  it('keeps any title of a section in one cell', async () => {
    const file = await reportCsv(
      {
        headlines: [],
        charts: [],
        tables: [{ title: 'Test,=1+1\r\n=2+2 "a"', columns: [{ title: 'Variant', unit: 'text' }], rows: [['A']] }],
        currency: null,
        asOf: '2026-06-02T00:00:00.000Z',
      },
      new Map(),
    );
    expect(file.toString('utf8')).toContain('\r\n"# test,=1+1\r\n=2+2 ""a"""\r\nvariant\r\nA\r\n');
  });
});
