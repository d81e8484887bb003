/** The private MySQL-compatible server: MariaDB or MySQL with its own data folder, account, and port. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from '../processes.mjs';
import { tryMysqlLogin } from './mysql-login.mjs';
import { keptPassword } from './state.mjs';
import { parseVersion, tooOld } from './versions.mjs';

const ACCOUNT = 'carillon';
const MEBIBYTE = 1024 * 1024;

export const DATABASE = {
  kind: 'database',
  label: 'MySQL-compatible server',
  variable: 'DATABASE_URL',
  preferredPort: 3316, // not 3306: that one belongs to a server of the machine
  programs: ['mariadbd', 'mysqld'],
  versionArguments: ['--no-defaults', '--version'],
  debianPackage: 'mariadb-server-core',
  secondsToStart: 120, // recovery after a crash included

  tryLogin: tryMysqlLogin,

  privateUrl(folder, port) {
    return `mysql://${ACCOUNT}:${keptPassword(passwordFile(folder))}@127.0.0.1:${port}/${ACCOUNT}`;
  },

  complaints({ version }) {
    const complaint = version && tooOld(parseVersion(version));
    return complaint ? { fatal: complaint } : {};
  },

  /** Creates the data folder if necessary, and returns how to start the server on it. */
  async prepare({ folder, directory, installation, flavour, port, bufferPool, throwAway }) {
    const isNew = !fs.existsSync(directory);
    const always = ['--no-defaults', ...unpackedOptions(installation), ...rootOptions()];
    if (isNew) await initialise({ folder, directory, installation, flavour, always });
    // A Unix socket path is limited to about a hundred characters, which a project folder easily exceeds.
    const socketFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'carillon-'));
    const pool = bufferPool || defaultBufferPool();
    const args = [
      ...always,
      `--datadir=${directory}`,
      `--pid-file=${pidFile(folder)}`,
      `--socket=${path.join(socketFolder, 'db')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--transaction-isolation=READ-COMMITTED',
      '--innodb-flush-log-at-trx-commit=1', // committed rows survive a power cut
      `--innodb-buffer-pool-size=${pool}`,
      '--skip-log-bin',
      ...(throwAway
        ? // Data passed to the operating system survives a killed server; tests create 10,000 tables.
          // A file per table, and syncing each definition, takes most of the time of creating them.
          [
            '--innodb-flush-method=nosync',
            '--innodb-file-per-table=0',
            ...(flavour === 'MariaDB' ? ['--debug-no-sync'] : []),
          ]
        : redoLogOptions(pool, flavour)),
      '--max-connections=300',
      '--max-allowed-packet=64M',
      // No second port, and no folder for files, which exists only where the package was installed.
      ...(flavour === 'MySQL' ? ['--mysqlx=0', '--secure-file-priv=NULL'] : []),
    ];
    return { program: installation.program, args, socketFolder };
  },

  pidFile,
};

function pidFile(folder) {
  return path.join(folder, 'database.pid');
}

function passwordFile(folder) {
  return path.join(folder, 'database.password');
}

/** A quarter of the memory of this machine (or container), at most 4 GiB. */
function defaultBufferPool() {
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
  return `${Math.round(Math.min(Math.max(memory / 4, 64 * MEBIBYTE), 4096 * MEBIBYTE) / MEBIBYTE)}M`;
}

/** A log of the default size is full after 20,000 imported rows, and pages are then written repeatedly. */
function redoLogOptions(pool, flavour) {
  const [, number, unit] = /^(\d+)([MG])$/i.exec(pool) ?? [];
  if (number === undefined) return [];
  const size = Math.floor((Number(number) * (unit.toUpperCase() === 'G' ? 1024 : 1)) / 4);
  if (size < 128) return [];
  return [`--innodb-${flavour === 'MySQL' ? 'redo-log-capacity' : 'log-file-size'}=${Math.min(size, 1024)}M`];
}

/** MySQL refuses to run as root unless asked to. Its files belong to the user who started it. */
function rootOptions() {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

/** An unpacked server searches its message files in the system, where they are missing. */
function unpackedOptions({ root }) {
  if (!root) return [];
  const share = path.join(root, 'usr/share/mysql');
  return [`--lc-messages-dir=${share}`, `--character-sets-dir=${path.join(share, 'charsets')}`];
}

/**
 * Creates a data folder with system tables, our account, and the empty database. It is renamed as the last step, so an interrupted attempt
 * is never taken for data.
 */
async function initialise({ folder, directory, installation, flavour, always }) {
  const draft = `${directory}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  const options = { env: installation.env, timeout: 120_000 };
  const base = [...always, `--datadir=${draft}`, '--skip-log-bin'];
  const password = keptPassword(passwordFile(folder));
  if (flavour === 'MySQL') {
    const accounts = path.join(folder, 'accounts.sql');
    fs.writeFileSync(accounts, accountsSql(password), { mode: 0o600 });
    try {
      await run(installation.program, [...base, '--initialize-insecure', `--init-file=${accounts}`], options);
    } finally {
      fs.rmSync(accounts);
    }
  } else {
    // As mariadb-install-db does, without helper programs at fixed paths.
    const bootstrap = ['--bootstrap', '--max-allowed-packet=8M', '--net-buffer-length=16K', '--log-warnings=0'];
    const input = `${systemTablesSql(installation)}\nFLUSH PRIVILEGES;\n${MARIADB_CLOSE_DOORS}${accountsSql(password)}`;
    await run(installation.program, [...base, ...bootstrap], { ...options, input });
  }
  fs.renameSync(draft, directory);
}

/** The scripts that come with MariaDB, in the order of mariadb-install-db. Their names lost `mysql_` in version 11. */
function systemTablesSql({ program, root }) {
  const beside = path.join(path.dirname(fs.realpathSync(program)), '../share');
  const shares = [root && path.join(root, 'usr/share'), beside, '/usr/share'].filter(Boolean);
  const folders = shares.flatMap((share) => [path.join(share, 'mysql'), path.join(share, 'mariadb')]);
  const find = (name) =>
    folders
      .flatMap((folder) => [`mysql_${name}`, `mariadb_${name}`, name].map((file) => path.join(folder, file)))
      .find((file) => fs.existsSync(file));
  if (!find('system_tables.sql')) throw new Error(`the system table scripts of ${program} were not found`);
  const scripts = ['system_tables.sql', 'performance_tables.sql', 'system_tables_data.sql', 'sys_schema.sql'];
  const texts = scripts
    .map(find)
    .filter(Boolean)
    .map((file) => fs.readFileSync(file, 'utf8'));
  return `CREATE DATABASE IF NOT EXISTS mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n${texts.join('\n')}`;
}

/** The scripts also create root accounts for TCP with an empty password. */
const MARIADB_CLOSE_DOORS = `DELETE FROM mysql.global_priv WHERE User = 'root' AND Host <> 'localhost';
FLUSH PRIVILEGES;
`;

/** All of `carillon%`, so that tests can create databases. Names are not resolved, hence both hosts. */
function accountsSql(password) {
  const hosts = ['localhost', '127.0.0.1'];
  const statements = [
    `ALTER USER root@localhost IDENTIFIED BY '${password}'`,
    ...hosts.map((host) => `CREATE USER ${ACCOUNT}@'${host}' IDENTIFIED BY '${password}'`),
    ...hosts.map((host) => `GRANT ALL ON \`${ACCOUNT}%\`.* TO ${ACCOUNT}@'${host}'`),
    `CREATE DATABASE ${ACCOUNT} CHARACTER SET utf8mb4`,
  ];
  return statements.map((statement) => `${statement};\n`).join('');
}
