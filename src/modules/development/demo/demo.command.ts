import { Inject } from '@nestjs/common';
import { Command, CommandRunner } from 'nest-commander';
import type { DemoService } from './demo.service.js';

/** Not the class, so that the command line can list this command without loading the worker. */
export const DEMO = Symbol('DEMO');

const DAYS = 112;
const SIGN_UPS_PER_DAY = 2;

@Command({
  name: 'demo:load',
  description: 'load the history of a sample shop into an installation without contacts',
})
export class LoadDemoCommand extends CommandRunner {
  constructor(@Inject(DEMO) private readonly demo: DemoService) {
    super();
  }

  override async run(): Promise<void> {
    const end = new Date();
    end.setUTCHours(0, 0, 0, 0);
    console.log('Loading sample data: four months of a small shop.');
    const isLoaded = await this.demo.load({ end, days: DAYS, signUpsPerDay: SIGN_UPS_PER_DAY }, (progress) => {
      const { day, contacts, emails } = progress;
      if (day % 14 === 0) console.log(`  day ${day} of ${DAYS}: ${contacts} contacts, ${emails} emails`);
    });
    console.log(isLoaded ? 'Sample data loaded.' : 'There are contacts already; no sample data was loaded.');
  }
}
