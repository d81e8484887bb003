import { Command, CommandRunner } from 'nest-commander';
import { FeedbackSecrets } from './feedback-secrets.service.js';

@Command({
  name: 'feedback:urls',
  description: 'print the secret webhook URLs for bounces and complaints of email providers',
})
export class FeedbackUrlsCommand extends CommandRunner {
  constructor(private readonly secrets: FeedbackSecrets) {
    super();
  }

  override run(): Promise<void> {
    for (const { provider, url } of this.secrets.urls()) console.log(`${provider.padEnd(9)} ${url}`);
    return Promise.resolve();
  }
}
