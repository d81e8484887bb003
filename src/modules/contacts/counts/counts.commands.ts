import { Command, CommandRunner, Option } from 'nest-commander';
import { type Counter, type CounterValues, CountsVerification } from './counts-verification.service.js';

interface VerifyOptions {
  fix?: boolean;
}

@Command({
  name: 'counts:verify',
  description: 'prove the counters of contacts, lists, tags and companies right by counting; exit code 1 if any is not',
})
export class VerifyCountsCommand extends CommandRunner {
  constructor(private readonly counts: CountsVerification) {
    super();
  }

  @Option({ flags: '--fix', description: 'set right what is wrong' })
  parseFix(): boolean {
    return true;
  }

  override async run(_args: string[], { fix = false }: VerifyOptions): Promise<void> {
    const differences = await this.counts.verify();
    for (const { counter, stored, counted } of differences)
      console.log(`${nameOf(counter)}: the counter says ${inWords(stored)}; counted ${inWords(counted)}`);
    if (differences.length === 0) {
      console.log('All counters are right.');
      return;
    }
    if (fix) for (const difference of differences) await this.counts.mend(difference);
    const left = fix ? (await this.counts.verify()).length : differences.length;
    if (fix) console.log(`Mended ${differences.length - left} of ${differences.length}.`);
    else console.log(`Wrong: ${left}. --fix sets them right.`);
    // Not an exit: the application has connections to close.
    if (left > 0) process.exitCode = 1;
  }
}

function nameOf(counter: Counter): string {
  return counter.kind === 'status'
    ? `contacts ${counter.status} (share ${counter.shard})`
    : `${counter.kind} ${counter.id}`;
}

function inWords({ total, subscribed }: CounterValues): string {
  return subscribed === undefined ? String(total) : `${total} (${subscribed} subscribed)`;
}
