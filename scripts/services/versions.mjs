/** Which server versions are new enough. */

const OLDEST = { MariaDB: [10, 6], MySQL: [8, 0], TiDB: [0, 0], Redis: [6, 0] };

/**
 * Reads what a server says of itself, at login (`5.5.5-10.11.11-MariaDB`, `8.0.36`) or as a program
 * (`mariadbd  Ver 10.11.11-MariaDB for …`, `Redis server v=7.0.15 sha=…`).
 */
export function parseVersion(text, product) {
  const flavour = product ?? (/TiDB/i.test(text) ? 'TiDB' : /MariaDB/i.test(text) ? 'MariaDB' : 'MySQL');
  const own = text.replace(/^5\.5\.5-/, ''); // MariaDB before 11 puts this in front, for old replication clients
  const [, major, minor] = own.match(/(\d+)\.(\d+)/) ?? [];
  return { flavour, major: Number(major ?? 0), minor: Number(minor ?? 0) };
}

/** A sentence when the version is too old, else null. */
export function tooOld({ flavour, major, minor }) {
  const [oldestMajor, oldestMinor] = OLDEST[flavour];
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `${flavour} ${major}.${minor} is too old (needed: ${oldestMajor}.${oldestMinor} or newer)`;
}
