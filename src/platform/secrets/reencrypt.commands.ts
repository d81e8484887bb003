import { Inject } from '@nestjs/common';
import { Command, CommandRunner } from 'nest-commander';
import { INTERRUPTED, interruptible } from '../command-line/interrupts.js';
import { counted } from '../text/counted.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Reencryption } from './reencryption.service.js';
import { Options } from '../command-line/options.js';

interface ReencryptOptions {
  check?: boolean;
  json?: boolean;
}

@Command({
  name: 'secrets:reencrypt',
  description:
    're-encrypt values stored under previous secrets, or unencrypted by early versions, with the current APP_SECRET; exit code 1 if a value cannot be read, or with --check if values are left',
})
@Options({
  '--check': 'only count the values to re-encrypt',
  '--json': 'print one line of JSON',
})
export class ReencryptSecretsCommand extends CommandRunner {
  constructor(
    private readonly reencryption: Reencryption,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    super();
  }

  override async run(_args: string[], { check = false, json = false }: ReencryptOptions): Promise<void> {
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
    columns: Awaited<ReturnType<Reencryption['run']>>,
    { check, renewed, unreadable }: { check: boolean; renewed: number; unreadable: number },
  ): void {
    for (const { table, column, renewed: values, unreadable: ids } of columns) {
      if (values > 0)
        console.log(
          `${table}.${column}: ${counted(values, 'value')} ${check ? 'under a previous secret' : 're-encrypted'}`,
        );
      if (ids.length > 0) console.log(`${table}.${column}: cannot be read with any secret: id ${ids.join(', ')}`);
    }
    if (renewed === 0 && unreadable === 0) console.log('All values are encrypted with the current secret.');
    if (check && renewed > 0) console.log('Nothing was written. Without --check, the command re-encrypts them.');
    if (unreadable > 0) console.log('Check whether a previous secret is missing in APP_SECRET_PREVIOUS.');
    if (!check && this.config.secrets.previous.length > 0)
      console.log('Links in emails and hashes still need previous secrets: see docs/operations/rotating-secrets.md.');
  }
}
