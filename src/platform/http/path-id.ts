import { ApiParam } from '@nestjs/swagger';

const MAX_ID = 4_294_967_295;

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
