import { Command, CommandRunner } from 'nest-commander';
import { type Counter, type CounterValues, CountsVerification } from './counts-verification.service.js';
import { Options } from '../../../platform/command-line/options.js';

interface VerifyOptions {
  fix?: boolean;
}

@Command({
  name: 'counts:verify',
  description: 'verify the counters of contacts, lists, tags, and companies; exit code 1 if any is wrong',
})
@Options({ '--fix': 'correct wrong counters' })
export class VerifyCountsCommand extends CommandRunner {
  constructor(private readonly counts: CountsVerification) {
    super();
  }

  override async run(_args: string[], { fix = false }: VerifyOptions): Promise<void> {
    const differences = await this.counts.verify();
    for (const { counter, stored, counted } of differences)
      console.log(`${nameOf(counter)}: stored ${inWords(stored)}, counted ${inWords(counted)}`);
    if (differences.length === 0) {
      console.log('All counters are correct.');
      return;
    }
    if (fix) for (const difference of differences) await this.counts.fix(difference);
    const left = fix ? (await this.counts.verify()).length : differences.length;
    if (fix) console.log(`Fixed ${differences.length - left} of ${differences.length}.`);
    else console.log(`Wrong counters: ${left}. --fix corrects them.`);
    // Sets the exit code instead of exiting: the application must close its connections.
    if (left > 0) process.exitCode = 1;
  }
}

function nameOf(counter: Counter): string {
  return counter.kind === 'status'
    ? `contacts ${counter.status} (shard ${counter.shard})`
    : `${counter.kind} ${counter.id}`;
}

function inWords({ total, subscribed }: CounterValues): string {
  return subscribed === undefined ? String(total) : `${total} (${subscribed} subscribed)`;
}
