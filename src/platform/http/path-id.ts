import { ApiParam } from '@nestjs/swagger';
import { MAX_ID } from '../ids/ids.js';

/**
 * Documents a path id, which `IdPipe` validates.
 * @param of the noun of the resource.
 */
export function PathId(of: string, name = 'id', largest = MAX_ID, smallest = 1): MethodDecorator & ClassDecorator {
  return ApiParam({
    name,
    description: `Id of the ${of}`,
    schema: { type: 'integer', minimum: smallest, maximum: largest, example: 1 },
  });
}
