import { setTimeout as sleep } from 'node:timers/promises';
import { Command, CommandRunner, Option } from 'nest-commander';
import { invalidParam } from '../errors/app-error.js';
import { type ParkedEvent, ParkedEvents, type WhichParked } from './parked-events.service.js';

interface RetryOptions {
  all?: boolean;
  subscriber?: string;
  wait?: number;
}

interface ListOptions {
  subscriber?: string;
  json?: boolean;
}

const LONGEST_WAIT_SECONDS = 3_600;
const USUAL_WAIT_SECONDS = 30;
const LOOK_EVERY_MS = 250;
const SHOWN = 1_000;

@Command({
  name: 'events:parked',
  description: 'events that a part of the system could not take; they wait for events:retry',
})
export class ListParkedEventsCommand extends CommandRunner {
  constructor(private readonly parked: ParkedEvents) {
    super();
  }

  @Option({ flags: '--subscriber <name>', description: 'only those that this one could not take' })
  parseSubscriber(value: string): string {
    return value;
  }

  @Option({ flags: '--json', description: 'a line of JSON for each' })
  parseJson(): boolean {
    return true;
  }

  override async run(_args: string[], { subscriber, json = false }: ListOptions): Promise<void> {
    const which = subscriber === undefined ? {} : { subscriber };
    const events = await this.parked.list(which, SHOWN);
    for (const event of events) console.log(json ? JSON.stringify(asJson(event)) : inWords(event));
    if (json) return;
    const { parked } = await this.parked.count(which);
    if (parked === 0) console.log('No event is parked.');
    else if (parked > events.length) console.log(`... and ${parked - events.length} more.`);
  }
}

@Command({
  name: 'events:retry',
  arguments: '[ids...]',
  argsDescription: { ids: 'of events:parked; --all for all of them' },
  description: 'have parked events handed over once more; exit code 1 unless all of them were taken',
})
export class RetryParkedEventsCommand extends CommandRunner {
  constructor(private readonly parked: ParkedEvents) {
    super();
  }

  @Option({ flags: '--all', description: 'all that are parked' })
  parseAll(): boolean {
    return true;
  }

  @Option({ flags: '--subscriber <name>', description: 'only for this one' })
  parseSubscriber(value: string): string {
    return value;
  }

  @Option({
    flags: '--wait <seconds>',
    description: `how long to wait for a worker to come to them (${USUAL_WAIT_SECONDS}); 0 asks for them and ends`,
  })
  parseWait(value: string): number {
    const seconds = Number(value);
    if (!/^\d+$/.test(value) || seconds > LONGEST_WAIT_SECONDS)
      throw invalidParam('wait', `must be 0 to ${LONGEST_WAIT_SECONDS} seconds`);
    return seconds;
  }

  override async run(args: string[], options: RetryOptions): Promise<void> {
    const which = chosen(args, options);
    const asked = await this.parked.askFor(which);
    if (asked === 0) {
      console.log(options.all ? 'No event is parked.' : 'None of these is parked.');
      // Who names something that is not there has mistyped it; --all is a wish that has come true.
      if (!options.all) process.exitCode = 1;
      return;
    }
    const { wait = USUAL_WAIT_SECONDS } = options;
    const left = await this.untilDone(which, wait);
    const taken = asked - left.parked;
    console.log(`Taken: ${Math.max(0, taken)} of ${asked}.`);
    if (left.waiting > 0)
      console.log(`No worker has come to ${left.waiting} yet. Is one running? They are not forgotten.`);
    for (const event of await this.parked.list(which, SHOWN)) if (!event.waits) console.log(inWords(event));
    // Not an exit: the application has connections to close.
    if (left.parked > 0) process.exitCode = 1;
  }

  private async untilDone(
    which: WhichParked,
    seconds: number,
  ): Promise<{ readonly parked: number; readonly waiting: number }> {
    const until = performance.now() + seconds * 1_000;
    for (;;) {
      const left = await this.parked.count(which);
      if (left.waiting === 0 || performance.now() >= until) return left;
      await sleep(LOOK_EVERY_MS);
    }
  }
}

export const PARKED_EVENT_COMMANDS = [ListParkedEventsCommand, RetryParkedEventsCommand];

function chosen(args: readonly string[], { all = false, subscriber }: RetryOptions): WhichParked {
  if (all === args.length > 0) throw invalidParam('ids', 'must be given, or --all instead of them');
  const wrong = args.filter((arg) => !/^[1-9]\d{0,18}$/.test(arg));
  if (wrong.length > 0) throw invalidParam('ids', `must be numbers; ${wrong.join(', ')} is none`);
  return { ...(all ? {} : { ids: args.map(Number) }), ...(subscriber === undefined ? {} : { subscriber }) };
}

function inWords({ id, type, subscriber, error, parkedAt, tries, requestId, waits }: ParkedEvent): string {
  const how = [
    `since ${parkedAt.toISOString()}`,
    ...(tries > 0 ? [`retried ${tries} times`] : []),
    ...(requestId === null ? [] : [`request ${requestId}`]),
    ...(waits ? ['asked for'] : []),
  ];
  return `${id}  ${type}  for ${subscriber} (${how.join(', ')}): ${error}`;
}

function asJson({ id, uid, type, subscriber, error, parkedAt, tries, requestId, waits }: ParkedEvent): object {
  return {
    ...{ id, uid, type, subscriber, error, tries, retry_requested: waits },
    ...{ parked_at: parkedAt.toISOString(), request_id: requestId },
  };
}
