import { ApiParam } from '@nestjs/swagger';

const LARGEST_ID = 4_294_967_295;

/**
 * What the documentation says about an id in a path; `IdPipe` is what judges it.
 * @param of what it is the id of, in words.
 */
export function PathId(of: string, name = 'id', largest = LARGEST_ID): MethodDecorator & ClassDecorator {
  return ApiParam({
    name,
    description: `Id of the ${of}`,
    schema: { type: 'integer', minimum: 1, maximum: largest, example: 1 },
  });
}
