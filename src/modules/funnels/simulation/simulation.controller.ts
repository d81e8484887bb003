import { Post } from '@nestjs/common';
import { RequirePermission, Refuses, Answers, invalid } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { SimulateFunnelDto } from '../dto/simulation.dto.js';
import { simulationShape } from '../dto/simulation.shapes.js';
import { UNKNOWN_FUNNEL } from '../dto/refusals.js';
import { FunnelSimulations } from './funnel-simulations.service.js';

const SIMULATIONS = {
  sample: { summary: 'Five contacts that match the filters', value: { sample: 5 } },
  contact: { summary: 'One contact in an older version', value: { contact_id: 1, horizon_days: 90, version: 1 } },
};

@Resource('funnels/:id', 'Funnels')
export class SimulationController {
  constructor(private readonly simulations: FunnelSimulations) {}

  @Post('simulate')
  @RequirePermission('manage_campaigns', {
    summary: 'Simulate a funnel',
    description:
      'Runs the real engine on a virtual clock and returns what the funnel would do with the contacts, and when. Nothing is saved or sent.',
  })
  @Answers(simulationShape, 'What the funnel would do with each contact')
  @Refuses({
    400: invalid('A member is invalid, or the simulation takes too long', { contact_id: 'or sample is required' }),
    404: UNKNOWN_FUNNEL,
    429: {
      message: 'Too many simulations at a time.',
      description: 'Other simulations are running; retry after `Retry-After` seconds',
    },
  })
  async simulateFunnel(@RecordId('funnel') id: number, @BodyLike(SIMULATIONS) body: SimulateFunnelDto) {
    return this.simulations.simulate(id, body.toInput());
  }
}
