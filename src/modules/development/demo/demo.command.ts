import { Command, CommandRunner } from 'nest-commander';
import { DemoService } from './demo.service.js';

@Command({ name: 'demo:load', description: 'load a small realistic data set and send its first campaign' })
export class LoadDemoCommand extends CommandRunner {
  constructor(private readonly demo: DemoService) {
    super();
  }

  override async run(): Promise<void> {
    const { contacts, campaign } = await this.demo.load();
    console.log(`${contacts} contacts are there.`);
    console.log(
      campaign === null ? 'The demo campaign had been sent before.' : `Campaign '${campaign}' is being sent.`,
    );
  }
}
