import { Command, CommandRunner } from 'nest-commander';
import { RestoreService } from './restore.service.js';

@Command({
  name: 'sending:accept-restore',
  description: 'resume sending after the database was restored from a backup',
})
export class AcceptRestoreCommand extends CommandRunner {
  constructor(private readonly restores: RestoreService) {
    super();
  }

  override async run(): Promise<void> {
    console.log(
      (await this.restores.accept())
        ? 'Sending is allowed again. Campaigns stay paused until they are resumed.'
        : 'Nothing to accept: sending is not stopped.',
    );
  }
}
