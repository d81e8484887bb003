import { Command, CommandRunner } from 'nest-commander';
import { DemoService } from './demo.service.js';

@Command({
  name: 'demo:load',
  description: 'load sample contacts, orders, and funnels, and send a sample campaign',
})
export class LoadDemoCommand extends CommandRunner {
  constructor(private readonly demo: DemoService) {
    super();
  }

  override async run(): Promise<void> {
    const { contacts, orders, campaign, funnels } = await this.demo.load();
    console.log(`Contacts: ${contacts}`);
    if (orders > 0) console.log(`New orders: ${orders}`);
    console.log(campaign === null ? 'The demo campaign was already sent.' : `Campaign '${campaign}' is being sent.`);
    if (funnels.length > 0) console.log(`Published funnels: ${funnels.join(', ')}`);
  }
}
