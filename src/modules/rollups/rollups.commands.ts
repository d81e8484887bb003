import { Command, CommandRunner } from 'nest-commander';
import { counted } from '../../platform/text/counted.js';
import { RollupsRebuild } from './rollups-rebuild.service.js';

@Command({ name: 'rollups:rebuild', description: 'recalculate the figures of reports from the event log' })
export class RebuildRollupsCommand extends CommandRunner {
  constructor(private readonly rebuild: RollupsRebuild) {
    super();
  }

  override async run(): Promise<void> {
    const { events, since } = await this.rebuild.run();
    console.log(
      `counted ${counted(events, 'event')}${since === null ? '' : ` since ${since}; earlier days are unchanged`}`,
    );
  }
}
