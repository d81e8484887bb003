/** Files of contacts as people import them, seeded: the same on every machine. They stay for the next run. */
import fs from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { seeded } from './random.mjs';

/** Raised when the rows change, so that no run measures an older file. */
const VERSION = 1;
const FIRST = 'Ada Björn Chloé Dmitri Elif François Grace Hana Jürgen Kateryna Łukasz Noor Priya Rosa Søren Uma'.split(
  ' ',
);
const LAST = 'Almeida Castro Dubois Eriksson Fischer García Hansen Ivanova Jansen Kowalski Müller Okafor Petrov'.split(
  ' ',
);
const CITIES = 'Berlin Paris Lagos Lima Osaka Oslo Porto Quito Seoul Turin'.split(' ');
const COUNTRIES = 'DE FR NG PE JP NO PT EC KR IT'.split(' ');
const LINES_PER_WRITE = 2_000;

/** As columns of contacts; the file calls them the same. */
export const COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'address_line_1',
  'city',
  'postal_code',
  'country',
];

/**
 * A file of `rows` people from `from` on; `edition` tells apart what is known of the same people.
 * @returns {Promise<{file: string, rows: number, bytes: number}>}
 */
export async function peopleFile({ dataDir, seed }, { from, rows, edition }) {
  const file = path.join(dataDir, `import_v${VERSION}_${seed}_${from}_${rows}_${edition}.csv`);
  if (!fs.existsSync(file)) await write(file, { from, rows, edition, seed });
  return { file, rows, bytes: fs.statSync(file).size };
}

/** The same people as rows of the JSON that the API takes. */
export function people({ seed }, { from, rows, edition }) {
  return Array.from({ length: rows }, (_, index) => {
    const values = person(from + index, edition, seed);
    return Object.fromEntries(COLUMNS.map((column, at) => [column, values[at]]));
  });
}

/** Under another name until it is whole: a run that is broken off leaves no short file behind. */
async function write(file, { from, rows, edition, seed }) {
  const draft = `${file}.part`;
  const out = fs.createWriteStream(draft);
  out.write(`${COLUMNS.join(',')}\n`);
  for (let start = 0; start < rows; start += LINES_PER_WRITE) {
    let text = '';
    for (let row = start; row < Math.min(rows, start + LINES_PER_WRITE); row += 1)
      text += `${person(from + row, edition, seed).join(',')}\n`;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  fs.renameSync(draft, file);
}

/** Without separators or quotes inside, so that the floor can be given the very same bytes. */
function person(number, edition, seed) {
  const random = seeded(seed * 1_000_003 + number);
  const [first, last, place] = [random.pick(FIRST), random.pick(LAST), random.below(CITIES.length)];
  const plain = last
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
  return [
    `${plain}.${number}@mail${random.below(200)}.example`,
    first,
    last,
    `+49 30 ${1_000_000 + random.below(9_000_000)}`,
    `${CITIES[place]} Road ${1 + random.below(300) + edition}`,
    CITIES[place],
    String(10_000 + random.below(90_000)),
    COUNTRIES[place],
  ];
}
