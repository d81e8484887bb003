import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandRunner } from 'nest-commander';
import { INTERRUPTED, interruptible } from '../command-line/interrupts.js';
import { counted } from '../text/counted.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Options } from '../command-line/options.js';
import { Database, type Tx } from '../database/database.js';
import { Keys, SEALED_COLUMNS, type SealedColumn } from './keys.js';

interface ReencryptedColumn {
  readonly table: string;
  readonly column: string;
  /** Values re-encrypted under the current secret, or to be re-encrypted with --check. */
  readonly renewed: number;
  /** Values changed concurrently, and therefore already under the current secret. */
  readonly overtaken: number;
  /** Ids of rows that no known secret decrypts. */
  readonly unreadable: readonly number[];
}

interface SealedRow {
  readonly id: number;
  readonly sealed: string;
  readonly [contextColumn: string]: string | number;
}

/** Rows per transaction, small to keep locks short. */
const ROWS_AT_ONCE = 200;
/** The prefix written by `Keys.encrypt`; stored answers of early versions were plain. */
const SEALED = /^[0-9a-f]{4}\./;

/** Re-encrypts values stored under previous secrets. An interrupted run can be repeated. Values that change meanwhile are left out. */
@Injectable()
export class Reencryption {
  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
    @Inject(SEALED_COLUMNS) private readonly columns: readonly SealedColumn[],
  ) {}

  /** @param look only counts. */
  async run({ look = false, goOn = () => true }: { look?: boolean; goOn?: () => boolean } = {}): Promise<
    ReencryptedColumn[]
  > {
    const done: ReencryptedColumn[] = [];
    for (const column of this.columns) if (goOn()) done.push(await this.renewColumn(column, look, goOn));
    return done;
  }

  private async renewColumn(column: SealedColumn, look: boolean, goOn: () => boolean): Promise<ReencryptedColumn> {
    let [renewed, overtaken, after] = [0, 0, 0];
    if (column.sealPlain) renewed += await column.sealPlain(this.db, this.keys, { look, goOn });
    const unreadable: number[] = [];
    while (goOn()) {
      const rows = await this.underFormerSecrets(column, after);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      const opened = rows.flatMap((row) => {
        if (!SEALED.test(row.sealed)) return [];
        const text = this.opened(column, row);
        if (text === null) unreadable.push(row.id);
        return text === null ? [] : [{ row, text }];
      });
      const changed = look
        ? opened.length
        : await this.db.transaction(async (tx) => {
            let replaced = 0;
            for (const { row, text } of opened) replaced += await this.replace(tx, column, row, text);
            return replaced;
          });
      renewed += changed;
      overtaken += opened.length - changed;
    }
    return { table: column.table, column: column.column, renewed, overtaken, unreadable };
  }

  private underFormerSecrets({ table, column, purpose, contextOf }: SealedColumn, after: number): Promise<SealedRow[]> {
    const sql = `SELECT ${['id', `${column} AS sealed`, ...contextOf.filter((name) => name !== 'id')].join(', ')} FROM ${table}
      WHERE id > :after AND ${column} IS NOT NULL AND ${column} NOT LIKE :present
      ORDER BY id LIMIT ${ROWS_AT_ONCE}`;
    return this.db.query<SealedRow>(sql, { after, present: `${this.keys.current(purpose).id}.%` });
  }

  private opened(column: SealedColumn, row: SealedRow): string | null {
    try {
      return this.keys.decrypt(column.purpose, row.sealed, contextIn(column, row));
    } catch {
      return null;
    }
  }

  private async replace(tx: Tx, column: SealedColumn, row: SealedRow, text: string): Promise<number> {
    const { affectedRows } = await tx.execute(
      // Compares bytes: two ciphertexts may differ only in case.
      `UPDATE ${column.table} SET ${column.column} = :renewed WHERE id = :id AND BINARY ${column.column} = :sealed`,
      { id: row.id, sealed: row.sealed, renewed: this.keys.encrypt(column.purpose, text, contextIn(column, row)) },
      { ids: row.id },
    );
    return affectedRows;
  }
}

const contextIn = ({ contextOf, context }: SealedColumn, row: SealedRow): string =>
  context(...contextOf.map((name) => row[name] ?? ''));

@Command({
  name: 'secrets:reencrypt',
  description:
    're-encrypt values stored under previous secrets, or unencrypted by early versions, with the current APP_SECRET; exit code 1 if a value cannot be read, or with --check if values are left',
})
@Options({ '--check': 'only count the values to re-encrypt', '--json': 'print one line of JSON' })
export class ReencryptSecretsCommand extends CommandRunner {
  constructor(
    private readonly reencryption: Reencryption,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    super();
  }

  override async run(_args: string[], options: { check?: boolean; json?: boolean }): Promise<void> {
    const { check = false, json = false } = options;
    const progress = { stopped: false };
    const columns = await interruptible(
      () => {
        progress.stopped = true;
      },
      () => this.reencryption.run({ look: check, goOn: () => !progress.stopped }),
    );
    const renewed = columns.reduce((sum, column) => sum + column.renewed, 0);
    const unreadable = columns.reduce((sum, column) => sum + column.unreadable.length, 0);
    if (json) console.log(JSON.stringify({ complete: !progress.stopped, renewed, unreadable, columns }));
    else this.say(columns, { check, renewed, unreadable });
    // Not process.exit: the application has connections to close.
    if (progress.stopped) process.exitCode = INTERRUPTED;
    else if (unreadable > 0 || (check && renewed > 0)) process.exitCode = 1;
  }

  private say(
    columns: readonly ReencryptedColumn[],
    { check, renewed, unreadable }: { check: boolean; renewed: number; unreadable: number },
  ): void {
    const how = check ? 'under a previous secret' : 're-encrypted';
    for (const { table, column, renewed: values, unreadable: ids } of columns) {
      if (values > 0) console.log(`${table}.${column}: ${counted(values, 'value')} ${how}`);
      if (ids.length > 0) console.log(`${table}.${column}: cannot be read with any secret: id ${ids.join(', ')}`);
    }
    if (renewed === 0 && unreadable === 0) console.log('All values are encrypted with the current secret.');
    if (check && renewed > 0) console.log('Nothing was written. Without --check, the command re-encrypts them.');
    if (unreadable > 0) console.log('Check whether a previous secret is missing in APP_SECRET_PREVIOUS.');
    if (!check && this.config.secrets.previous.length > 0)
      console.log('Links in emails and hashes still need previous secrets: see docs/operations/rotating-secrets.md.');
  }
}
