import { Command, CommandRunner } from 'nest-commander';
import { DemoService } from './demo.service.js';

@Command({
  name: 'demo:load',
  description: 'load a small realistic data set, send its first campaign and publish its funnels',
})
export class LoadDemoCommand extends CommandRunner {
  constructor(private readonly demo: DemoService) {
    super();
  }

  override async run(): Promise<void> {
    const { contacts, orders, campaign, funnels } = await this.demo.load();
    console.log(`${contacts} contacts are there.`);
    if (orders > 0) console.log(`${orders} orders were reported.`);
    console.log(
      campaign === null ? 'The demo campaign had been sent before.' : `Campaign '${campaign}' is being sent.`,
    );
    if (funnels.length > 0) console.log(`Funnels are published: ${funnels.join(', ')}.`);
  }
}
