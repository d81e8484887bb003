/** Import files of contacts from a seeded generator, the same on every machine. The next run uses them again. */
import fs from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { CITIES, COUNTRIES, FIRST, LAST } from './dataset.mjs';
import { seeded } from './random.mjs';

/** Raise this when the rows change, so that no run uses an older file. */
const VERSION = 2;
const LINES_PER_WRITE = 2_000;

/** Columns of the table and of the file. */
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
 * Returns a file of `rows` contacts, starting with number `from`. Editions differ in one value of each contact.
 * @returns {Promise<{file: string, rows: number, bytes: number}>}
 */
export async function peopleFile({ dataDir, seed }, { from, rows, edition }) {
  const file = path.join(dataDir, `import_v${VERSION}_${seed}_${from}_${rows}_${edition}.csv`);
  if (!fs.existsSync(file)) await write(file, { from, rows, edition, seed });
  return { file, rows, bytes: fs.statSync(file).size };
}

/** Returns the same contacts as JSON for the API. */
export function people({ seed }, { from, rows, edition }) {
  return Array.from({ length: rows }, (_, index) => {
    const values = person(from + index, edition, seed);
    return Object.fromEntries(COLUMNS.map((column, at) => [column, values[at]]));
  });
}

/** Writes to a temporary name first, so that an interrupted run leaves no short file. */
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

/** Values contain no separators or quotes, so that the floor can use the same bytes. */
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
