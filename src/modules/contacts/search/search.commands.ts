import { Command, CommandRunner } from 'nest-commander';
import { counted } from '../../../platform/text/counted.js';
import { SearchBacklogProcessor } from './search-backlog-processor.service.js';

const REPORT_EVERY = 50_000;
const BATCHES_AT_ONCE = 2;

@Command({
  name: 'search:rebuild',
  description: 'rebuild the search index of contacts; searches are incomplete until it is done',
})
export class RebuildSearchIndexCommand extends CommandRunner {
  constructor(private readonly backlog: SearchBacklogProcessor) {
    super();
  }

  override async run(): Promise<void> {
    const started = performance.now();
    let indexed = 0;
    let reported = 0;
    await this.backlog.reset();
    // A contact that was locked, also by a batch beside its own, is left to the next pass.
    for (let before = -1; indexed > before;) {
      before = indexed;
      await this.backlog.clear((done) => {
        indexed += done;
        if (indexed - reported >= REPORT_EVERY) {
          reported = indexed;
          console.log(`${indexed} contacts indexed`);
        }
        return true;
      }, BATCHES_AT_ONCE);
    }
    const seconds = (performance.now() - started) / 1_000;
    console.log(
      `${counted(indexed, 'contact')} indexed in ${seconds.toFixed(1)} s (${Math.round(indexed / seconds)} per second)`,
    );
  }
}
