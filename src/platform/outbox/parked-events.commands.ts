import { setTimeout as sleep } from 'node:timers/promises';
import { Command, CommandRunner } from 'nest-commander';
import { invalidParam } from '../errors/app-error.js';
import { given } from '../http/given.js';
import { counted } from '../text/counted.js';
import { type ParkedEvent, ParkedEvents, type WhichParked } from './parked-events.service.js';
import { Options } from '../command-line/options.js';

interface RetryOptions {
  all?: boolean;
  subscriber?: string;
  wait?: number;
}

const MAX_WAIT_SECONDS = 3_600;
const USUAL_WAIT_SECONDS = 30;
const LOOK_EVERY_MS = 250;
const SHOWN = 1_000;

@Command({ name: 'events:parked', description: 'list parked events, which wait for events:retry' })
@Options({ '--subscriber <name>': 'only events of this subscriber', '--json': 'print one line of JSON per event' })
export class ListParkedEventsCommand extends CommandRunner {
  constructor(private readonly parked: ParkedEvents) {
    super();
  }

  override async run(_args: string[], options: { subscriber?: string; json?: boolean }): Promise<void> {
    const { json = false, ...which } = options;
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
  argsDescription: { ids: 'ids from events:parked; --all for all events' },
  description: 'retry parked events; exit code 1 unless all succeed',
})
@Options({
  '--all': 'all parked events',
  '--subscriber <name>': 'only for this subscriber',
  '--wait <seconds>': {
    description: `how long to wait for a worker; 0 requests the retry and exits; default: ${USUAL_WAIT_SECONDS}`,
    parse: (value: string): number => {
      const seconds = Number(value);
      if (!/^\d+$/.test(value) || seconds > MAX_WAIT_SECONDS)
        throw invalidParam('wait', `must be 0 to ${MAX_WAIT_SECONDS} seconds`);
      return seconds;
    },
  },
})
export class RetryParkedEventsCommand extends CommandRunner {
  constructor(private readonly parked: ParkedEvents) {
    super();
  }

  override async run(args: string[], options: RetryOptions): Promise<void> {
    const which = chosen(args, options);
    const asked = await this.parked.askFor(which);
    if (asked === 0) {
      console.log(options.all ? 'No event is parked.' : 'None of these events is parked.');
      // Named events that are not parked are an error, probably a typo; --all is not.
      if (!options.all) process.exitCode = 1;
      return;
    }
    const { wait = USUAL_WAIT_SECONDS } = options;
    const left = await this.untilDone(which, wait);
    const taken = asked - left.parked;
    console.log(`Delivered: ${Math.max(0, taken)} of ${asked}.`);
    if (left.waiting > 0)
      console.log(`Not retried yet: ${left.waiting}. Check that a worker is running; the request is stored.`);
    for (const event of await this.parked.list(which, SHOWN)) if (!event.waits) console.log(inWords(event));
    // Not process.exit: the application has connections to close.
    if (left.parked > 0) process.exitCode = 1;
  }

  private async untilDone(which: WhichParked, seconds: number): ReturnType<ParkedEvents['count']> {
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
  if (all === args.length > 0) throw invalidParam('ids', 'is required, or --all');
  const wrong = args.filter((arg) => !/^[1-9]\d{0,18}$/.test(arg));
  if (wrong.length > 0) throw invalidParam('ids', `must be numbers; invalid: ${wrong.join(', ')}`);
  return { ...(!all && { ids: args.map(Number) }), ...given({ subscriber }) };
}

function inWords({ id, type, subscriber, error, parkedAt, tries, requestId, waits }: ParkedEvent): string {
  const how = [
    `since ${parkedAt.toISOString()}`,
    ...(tries > 0 ? [`retried ${counted(tries, 'time')}`] : []),
    ...(requestId === null ? [] : [`request ${requestId}`]),
    ...(waits ? ['retry requested'] : []),
  ];
  return `${id}  ${type}  for ${subscriber} (${how.join(', ')}): ${error}`;
}

function asJson({ id, uid, type, subscriber, error, parkedAt, tries, requestId, waits }: ParkedEvent): object {
  return {
    ...{ id, uid, type, subscriber, error, tries, retry_requested: waits },
    ...{ parked_at: parkedAt.toISOString(), request_id: requestId },
  };
}
